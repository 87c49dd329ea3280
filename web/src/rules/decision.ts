// What the player to move can do.

import type { Move, Seat } from "./wire";

/** `bookkeeping`: there is nothing to choose, the one move must be applied [R075]. */
export type DecisionKind =
  | "placement"
  | "movement"
  | "recovery"
  | "capture"
  | "chain_capture"
  | "line"
  | "line_cost"
  | "region"
  | "region_cost"
  | "recovery_cost"
  | "forced_elimination"
  | "bookkeeping";

/** The legal moves of a state, or its one bookkeeping move (`interactive` is false). */
export interface Decision {
  seat: Seat;
  kind: DecisionKind;
  interactive: boolean;
  moves: Move[];
  /** The notation of each move, in the same order. */
  notation: string[];
}
