// Toasts and sounds for events of a live game: start, low time, take-backs, swaps, leaving, end.

import { useEffect, useRef } from "react";
import { playSound } from "../browser/sound";
import { showToast } from "../components/toasts";
import type { GameSnapshot } from "../live/gameStore";
import type { SessionState } from "../live/sessionState";
import { messages } from "../messages";
import type { Seat } from "../rules/wire";
import { describeDeparture } from "./departures";
import { occupantName } from "./describeSeats";

export function useGameToasts(
  { session, caughtUp, view }: GameSnapshot,
  ownSeats: Seat[],
  me: string | undefined,
): void {
  const before = useRef<SessionState | null>(null);

  useEffect(() => {
    const last = before.current;
    before.current = caughtUp && view ? session : null;
    if (before.current && !last && session.moves.length === 0) playSound("begin");
    if (!last || last.sequence === session.sequence) return;
    if (session.warnedSeat && session.warnedSeat !== last.warnedSeat)
      warnLowTime(session, session.warnedSeat, ownSeats);
    if (session.moves.length < last.moves.length) showToast(messages.game.takenBack);
    const lastMoveEndedGame = view?.state.gameStatus === "completed";
    if (session.result && !last.result && !lastMoveEndedGame) playSound("end");
    const left = session.departures.slice(last.departures.length);
    for (const departure of left) showToast(describeDeparture(session, departure, me));
    if (haveSwapped(last, session)) showToast(messages.game.swapped);
    else if (left.length === 0) {
      const name = substituteName(last, session);
      if (name) showToast(messages.game.substituted({ name }));
    }
  }, [session, caughtUp, view, ownSeats, me]);
}

function warnLowTime(session: SessionState, seat: Seat, ownSeats: Seat[]): void {
  const left = session.clock?.left[seat - 1] ?? 0;
  showToast(
    messages.game.lowTime({
      name: occupantName(session.seats[seat - 1]),
      seconds: Math.round(left),
    }),
    "error",
  );
  if (ownSeats.includes(seat)) playSound("warning");
}

function haveSwapped(last: SessionState, session: SessionState): boolean {
  const [first, second] = session.seats;
  return first !== last.seats[0] && isEqual(first, last.seats[1]) && isEqual(second, last.seats[0]);
}

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The name of a substitute who has taken a seat since `last`, or "". */
function substituteName(last: SessionState, session: SessionState): string {
  const seat = session.seats.findIndex((occupant, index) => !isEqual(occupant, last.seats[index]));
  return seat < 0 || last.seats.length === 0 ? "" : occupantName(session.seats[seat]);
}
