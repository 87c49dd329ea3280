// How level 10 divides the time of a turn between its decisions. Mirrors
// ringrift.players.levels.TimedLevel.

import type { State } from "../rules/wire";

/** A turn takes at most the time of so many decisions. */
const DECISIONS_PER_TURN = 3;
/** The most that the first decision of a turn takes, with time saved before, in limits. */
const FIRST_DECISION_SHARE = 2.5;
/** The part of the saved time that one decision may take. */
const SPENT_SHARE = 0.5;
/** The part of a decision's time for later decisions of a turn: the search continues. */
const LATER_DECISION_SHARE = 0.5;
/** The part of a decision's time that is left when its turn has used all of it. */
const MIN_DECISION_SHARE = 0.05;
/** The most time that a player saves, in decisions. */
const SAVED_DECISIONS = 4;
const ONCE_PER_TURN = ["ring_placement", "movement"];

export class TurnTime {
  private turn = "";
  private player = 0;
  private readonly phases = new Set<string>();
  private used = 0;
  private lastTurn = 0;
  /** By player: several may be computers. */
  private readonly saved = new Map<number, number>();

  /** The time of this decision from its limit, from the time saved and from its turn. */
  decisionSeconds({ turnNumber, currentPlayer, currentPhase }: State, limit: number): number {
    const turn = `${turnNumber}/${currentPlayer}`;
    if (turnNumber < this.lastTurn) this.saved.clear(); // another game, or moves were taken back
    this.lastTurn = turnNumber;
    this.player = currentPlayer;
    // A second decision of such a phase: moves were taken back, or it is another game.
    const again = ONCE_PER_TURN.includes(currentPhase) && this.phases.has(currentPhase);
    const first = turn !== this.turn || again;
    if (first) {
      this.turn = turn;
      this.phases.clear();
      this.used = 0;
    }
    this.phases.add(currentPhase);
    const saved = SPENT_SHARE * (this.saved.get(currentPlayer) ?? 0);
    if (first) return Math.min(limit + saved, FIRST_DECISION_SHARE * limit);
    const left = DECISIONS_PER_TURN * limit - this.used;
    return Math.min(LATER_DECISION_SHARE * limit, Math.max(left, MIN_DECISION_SHARE * limit));
  }

  /** Counts the time that a decision took of its limit. */
  add(seconds: number, limit: number): void {
    this.used += seconds;
    const saved = (this.saved.get(this.player) ?? 0) + limit - seconds;
    this.saved.set(this.player, Math.min(Math.max(0, saved), SAVED_DECISIONS * limit));
  }
}
