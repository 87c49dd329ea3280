// How level 10 divides the time of a turn between its decisions. Mirrors
// ringrift.players.levels.TimedLevel.

import type { State } from "../rules/wire";

/** A turn takes at most the time of so many decisions. */
const DECISIONS_PER_TURN = 3;
/** The part of a decision's time that the first of a turn may take, with time saved before. */
const FIRST_DECISION_SHARE = 2.5;
/** The part of the time saved before that one decision may take. */
const SPENT_SHARE = 0.5;
/** The part of a decision's time for later decisions of a turn: the search continues. */
const LATER_DECISION_SHARE = 0.5;
/** The part of a decision's time that is left when its turn has used all of it. */
const MIN_DECISION_SHARE = 0.05;
/** A player saves at most the time of so many decisions. */
const SAVED_DECISIONS = 4;
const ONCE_PER_TURN = ["ring_placement", "movement"];

export class TurnTime {
  private turn = "";
  private readonly phases = new Set<string>();
  private used = 0;
  private saved = 0;

  /** The time of this decision from its limit, from the time saved and from its turn. */
  decisionSeconds({ turnNumber, currentPlayer, currentPhase }: State, limit: number): number {
    const turn = `${turnNumber}/${currentPlayer}`;
    // A second decision of such a phase: moves were taken back, or it is another game.
    const again = ONCE_PER_TURN.includes(currentPhase) && this.phases.has(currentPhase);
    const first = turn !== this.turn || again;
    if (first) {
      this.turn = turn;
      this.phases.clear();
      this.used = 0;
    }
    this.phases.add(currentPhase);
    if (first) return Math.min(limit + SPENT_SHARE * this.saved, FIRST_DECISION_SHARE * limit);
    const left = DECISIONS_PER_TURN * limit - this.used;
    return Math.min(LATER_DECISION_SHARE * limit, Math.max(left, MIN_DECISION_SHARE * limit));
  }

  /** Counts the time that a decision took of its limit. */
  add(seconds: number, limit: number): void {
    this.used += seconds;
    const saved = this.saved + limit - seconds;
    this.saved = Math.min(Math.max(0, saved), SAVED_DECISIONS * limit);
  }
}
