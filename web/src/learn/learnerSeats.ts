// The seats of a lesson: the learner's own, and the others with a computer level or none.

import { messages } from "../messages";
import type { SeatInfo } from "../play/types";
import type { Seat, State } from "../rules/wire";

export function learnerSeats(state: State, learner: Seat, level?: number): SeatInfo[] {
  const others = level === undefined ? "" : messages.sandbox.level({ level });
  return state.players.map(({ playerNumber: seat }) => ({
    seat,
    name: messages.terms.seat({ seat }),
    kind: seat === learner ? "" : others,
  }));
}
