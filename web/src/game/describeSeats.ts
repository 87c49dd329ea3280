// The seats of a live game as the game view shows them.

import type { GameSnapshot } from "../live/gameStore";
import type { Occupant } from "../live/protocol";
import type { SessionState } from "../live/sessionState";
import { messages } from "../messages";
import type { SeatInfo } from "../play/types";
import type { Seat } from "../rules/wire";

export function occupantName(occupant: Occupant | undefined): string {
  if (!occupant) return "";
  if ("name" in occupant) return occupant.name;
  return occupant.kind === "level"
    ? messages.terms.level({ level: occupant.number })
    : messages.game.kinds[occupant.kind];
}

/**
 * `toMove` is the seat whose clock runs, or ran until the game ended; `ahead` is the server's clock
 * minus ours, in seconds.
 */
export function describeSeats(
  {
    session,
    connectedAccounts,
    begun,
  }: Pick<GameSnapshot, "session" | "connectedAccounts" | "begun">,
  toMove: Seat | null,
  ahead: number,
): SeatInfo[] {
  return session.seats.map((occupant, index) => {
    const seat = (index + 1) as Seat;
    return {
      seat,
      name: occupantName(occupant),
      kind:
        occupant.kind === "level" ? messages.game.levelKind : messages.game.kinds[occupant.kind],
      ...(occupant.kind === "level" && {
        strength: messages.terms.strength({ level: `${occupant.number}` }),
      }),
      present: session.result ? undefined : isPresent(occupant, connectedAccounts),
      clock: seatClock(session, seat, begun ? toMove : null, ahead),
    };
  });
}

/** Computers are always present. */
function isPresent(occupant: Occupant, connected: readonly string[] | null): boolean {
  return connected === null || !("id" in occupant) || connected.includes(occupant.id);
}

function seatClock(
  session: SessionState,
  seat: Seat,
  toMove: Seat | null,
  ahead: number,
): SeatInfo["clock"] {
  const { clock } = session;
  if (!clock) return null;
  const left = clock.left[seat - 1] ?? null;
  return {
    left: left === null ? null : timeAtEnd(session, seat, toMove, left),
    running: !clock.paused && seat === toMove,
    since: (clock.at - ahead) * 1000,
  };
}

/** What was left when the game ended without a move: nothing after a flag fell. */
function timeAtEnd(
  { clock, departures, result }: SessionState,
  seat: Seat,
  toMove: Seat | null,
  left: number,
): number {
  if (!clock || clock.stoppedAt === null || seat !== toMove) return left;
  const flagFell =
    result !== null && departures.some((each) => each.seat === seat && each.reason === "flag_fell");
  return flagFell ? 0 : Math.max(0, left - (clock.stoppedAt - clock.at));
}
