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

/** `toMove` is the seat whose clock runs; `ahead` is the server's clock minus ours, in seconds. */
export function describeSeats(
  { session, connectedAccounts }: Pick<GameSnapshot, "session" | "connectedAccounts">,
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
      present: session.result ? undefined : isPresent(occupant, connectedAccounts),
      clock: seatClock(session, seat, toMove, ahead),
    };
  });
}

/** Computers are always present. */
function isPresent(occupant: Occupant, connected: readonly string[] | null): boolean {
  return connected === null || !("id" in occupant) || connected.includes(occupant.id);
}

function seatClock(
  { clock }: SessionState,
  seat: Seat,
  toMove: Seat | null,
  ahead: number,
): SeatInfo["clock"] {
  if (!clock) return null;
  const left = clock.left[seat - 1] ?? null;
  return { left, running: !clock.paused && seat === toMove, since: (clock.at - ahead) * 1000 };
}
