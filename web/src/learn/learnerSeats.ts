// Who sits where in a lesson: the learner, and somebody who waits or computes.

import type { SeatInfo } from "../play/types";
import type { Seat, State } from "../rules/wire";
import { words } from "../strings";

export function learnerSeats(state: State, learner: Seat, level?: number): SeatInfo[] {
  const others = level === undefined ? "" : words.sandbox.level(level);
  return state.players.map(({ playerNumber: seat }) => ({
    seat,
    name: words.play.seat(seat),
    kind: seat === learner ? "" : others,
  }));
}
