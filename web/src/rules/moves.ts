// Types of moves, and equality of moves.

import { keyOf } from "./grid";
import type { Move, Position } from "./wire";

export type Slide = Extract<Move, { type: "recovery_slide" }>;

/** In the order of the kernel's numbers. */
export const MOVE_TYPES: readonly Move["type"][] = [
  "place_ring",
  "skip_placement",
  "swap_sides",
  "no_placement_action",
  "move_stack",
  "overtaking_capture",
  "continue_capture_segment",
  "skip_capture",
  "recovery_slide",
  "skip_recovery",
  "no_movement_action",
  "process_line",
  "choose_line_reward",
  "no_line_action",
  "process_territory_region",
  "skip_territory_processing",
  "no_territory_action",
  "eliminate_rings_from_stack",
  "forced_elimination",
];

/** R075: the move is applied because there is nothing to choose. */
export function isBookkeeping(type: Move["type"]): boolean {
  return type.startsWith("no_");
}

const CELL_FIELDS = ["from", "to", "captureTarget", "extractionStack"] as const;
const CELL_LIST_FIELDS = ["line", "region", "collapse"] as const;
const OTHER_FIELDS = [
  "type",
  "player",
  "placementCount",
  "recoveryMode",
  "recoveryOption",
  "option",
  "borderPlayer",
  "eliminationContext",
] as const;

/** Whether two moves are equal (wire.md "Moves"); unknown fields carry no meaning. */
export function sameMove(one: Move, other: Move): boolean {
  return moveKey(one) === moveKey(other);
}

function moveKey(move: Move): string {
  const fields = move as unknown as Record<string, unknown>;
  const cells = CELL_FIELDS.map((name) => (fields[name] ? keyOf(fields[name] as Position) : ""));
  const runs = CELL_LIST_FIELDS.map((name) =>
    ((fields[name] as Position[] | undefined) ?? []).map(keyOf).join(" "),
  );
  return [...OTHER_FIELDS.map((name) => String(fields[name] ?? "")), ...cells, ...runs].join("|");
}
