// What happens beside the moves, told in passing and heard: the beginning, little time, take-backs, the end.

import { useEffect, useRef } from "react";
import { playSound } from "../browser/sound";
import { showToast } from "../components/toasts";
import type { GameSnapshot } from "../live/gameStore";
import type { SessionState } from "../live/sessionState";
import { messages } from "../messages";
import type { Seat } from "../rules/wire";
import { occupantName } from "./seatLabels";

export function useGameToasts({ session, caughtUp, view }: GameSnapshot, hands: Seat[]): void {
  const before = useRef<SessionState | null>(null);

  useEffect(() => {
    const last = before.current;
    before.current = caughtUp && view ? session : null;
    if (before.current && !last && session.moves.length === 0) playSound("begin");
    if (!last || last.sequence === session.sequence) return;
    if (session.warnedSeat && session.warnedSeat !== last.warnedSeat)
      warn(session, session.warnedSeat, hands);
    if (session.moves.length < last.moves.length) showToast(messages.game.takenBack);
    const lastMoveEndsIt = view?.state.gameStatus === "completed";
    if (session.result && !last.result && !lastMoveEndsIt) playSound("end");
    if (swapped(last, session)) showToast(messages.game.swapped);
    else if (substitute(last, session))
      showToast(messages.game.substituted({ name: substitute(last, session) }));
  }, [session, caughtUp, view, hands]);
}

function warn(course: SessionState, seat: Seat, hands: Seat[]): void {
  const left = course.clock?.left[seat - 1] ?? 0;
  showToast(
    messages.game.lowTime({
      name: occupantName(course.seats[seat - 1]),
      seconds: Math.round(left),
    }),
    "error",
  );
  if (hands.includes(seat)) playSound("warning");
}

function swapped(last: SessionState, course: SessionState): boolean {
  const [first, second] = course.seats;
  return first !== last.seats[0] && same(first, last.seats[1]) && same(second, last.seats[0]);
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The name of whoever has taken a seat since. */
function substitute(last: SessionState, course: SessionState): string {
  const seat = course.seats.findIndex((occupant, index) => !same(occupant, last.seats[index]));
  return seat < 0 || last.seats.length === 0 ? "" : occupantName(course.seats[seat]);
}
