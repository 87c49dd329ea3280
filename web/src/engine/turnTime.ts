// How level 10 divides the time of a turn between its decisions. Mirrors
// ringrift.players.levels.TimedLevel.

import type { State } from "../rules/wire";

/** A turn takes at most the time of so many decisions. */
const DECISIONS_PER_TURN = 2;
/** The part of a decision's time that is left when its turn has used all of it. */
const MIN_DECISION_SHARE = 0.05;
const ONCE_PER_TURN = ["ring_placement", "movement"];

export class TurnTime {
  private turn = "";
  private readonly phases = new Set<string>();
  private used = 0;

  /** The time of this decision: its limit, or what the turn has left. */
  decisionSeconds({ turnNumber, currentPlayer, currentPhase }: State, limit: number): number {
    const turn = `${turnNumber}/${currentPlayer}`;
    // A second decision of such a phase: moves were taken back, or it is another game.
    const again = ONCE_PER_TURN.includes(currentPhase) && this.phases.has(currentPhase);
    if (turn !== this.turn || again) {
      this.turn = turn;
      this.phases.clear();
      this.used = 0;
    }
    this.phases.add(currentPhase);
    const left = DECISIONS_PER_TURN * limit - this.used;
    return Math.min(limit, Math.max(left, MIN_DECISION_SHARE * limit));
  }

  /** Counts the time that a decision took. */
  add(seconds: number): void {
    this.used += seconds;
  }
}
