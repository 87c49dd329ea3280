// The enumerations of the wire format, in the order of the kernel's numbers.

import type { EliminationContext, Phase, RecoveryMode } from "./wire";

export const PHASES: readonly Phase[] = [
  "ring_placement",
  "movement",
  "capture",
  "chain_capture",
  "line_processing",
  "territory_processing",
  "forced_elimination",
  "game_over",
];
export const ELIMINATION_CONTEXTS: readonly EliminationContext[] = [
  "line",
  "territory",
  "recovery",
];
export const RECOVERY_MODES: readonly RecoveryMode[] = ["line", "fallback", "stack_strike"];
/** The reasons that a host declares come last. */
export const VICTORY_REASONS: readonly string[] = [
  "ring_elimination",
  "territory_control",
  "last_player_standing",
  "stalemate",
  "resignation",
  "timeout",
  "abandonment",
];
export const HOST_REASONS: readonly string[] = VICTORY_REASONS.slice(-3);
