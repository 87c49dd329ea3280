// Which turns of a game become exercises, and which attempts solve them.

import type { Step } from "../engine/engine";
import type { Seat } from "../rules/wire";
import { type JudgedTurn, MISTAKE_LOSS, moverShare } from "./judgedTurns";

export type Verdict = "judging" | "right" | "better" | "wrong" | "shown";

/** The mistakes to practise: the reader's own, or everybody's if the reader did not play. */
export function mistakesOf(judged: readonly JudgedTurn[], own: Seat | null): JudgedTurn[] {
  return judged.filter(
    ({ mark, player }) => mark !== "" && player !== null && (own === null || player === own),
  );
}

/** The share of the win that the player of the turn could have had. */
export function possibleShare(turn: JudgedTurn, played: readonly Step[]): number {
  return moverShare(turn.after, turn.seat, played) + turn.loss;
}

/** A turn that gives away less than half of what makes a mistake solves the exercise. */
export function judgeAttempt(loss: number, lossInGame: number): Verdict {
  if (loss < MISTAKE_LOSS / 2) return "right";
  return loss < lossInGame / 2 ? "better" : "wrong";
}
