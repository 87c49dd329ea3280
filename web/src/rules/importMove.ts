// Reads a move (wire.md "Moves"). The engine decides whether its cells exist and it is legal.

import { ELIMINATION_CONTEXTS, RECOVERY_MODES } from "./enums";
import type { JsonField } from "./jsonFields";
import { MOVE_TYPES } from "./moves";
import type { Move, Position } from "./wire";

const RULE = "R074";
const MAX_COORDINATE = 999; // beyond every board: such cells are read, then refused by the engine
const MAX_CELLS = 469;

// rules-exact.md §11: older names of moves.
const ALIASES: Record<string, Move["type"]> = {
  move_ring: "move_stack",
  choose_line_option: "choose_line_reward",
  choose_territory_option: "process_territory_region",
};

type FieldReader = (field: JsonField) => unknown;

const cell: FieldReader = (field) => readPosition(field);
const cells: FieldReader = (field) => {
  const found = field.elements(RULE, MAX_CELLS).map((one) => readPosition(one));
  const inOrder = found.every((one, at) => at === 0 || comesAfter(one, found[at - 1] as Position));
  if (found.length === 0) field.refuse("MALFORMED.cells_empty", {}, RULE);
  return inOrder ? found : field.refuse("MALFORMED.cells_order", {}, RULE);
};
const number =
  (most: number): FieldReader =>
  (field) =>
    field.integer(RULE, 1, most);

const capture = { from: cell, captureTarget: cell, to: cell };
const FIELDS: Partial<Record<Move["type"], Record<string, FieldReader>>> = {
  place_ring: { to: cell, placementCount: number(MAX_COORDINATE) },
  move_stack: { from: cell, to: cell },
  overtaking_capture: capture,
  continue_capture_segment: capture,
  process_line: { line: cells },
  choose_line_reward: { line: cells, option: number(2), collapse: cells },
  process_territory_region: {
    region: cells,
    borderPlayer: (field) => field.integerOrNull(RULE, 1, 4),
  },
  eliminate_rings_from_stack: {
    to: cell,
    eliminationContext: (field) => field.choice(ELIMINATION_CONTEXTS, RULE),
  },
  forced_elimination: { to: cell },
  recovery_slide: {
    from: cell,
    to: cell,
    recoveryMode: (field) => field.choice(RECOVERY_MODES, RULE),
  },
};
const LINE_SLIDE_FIELDS: Record<string, FieldReader> = {
  line: cells,
  recoveryOption: number(2),
  collapse: cells,
};

export function importMove(field: JsonField): Move {
  const named = field.required("type", RULE).choice([...MOVE_TYPES, ...Object.keys(ALIASES)], RULE);
  const type = ALIASES[named] ?? (named as Move["type"]);
  const move: Record<string, unknown> = {
    type,
    player: field.required("player", RULE).integer(RULE, 1, 4),
  };
  const take = (fields: Record<string, FieldReader>): void => {
    for (const [name, read] of Object.entries(fields))
      move[name] = read(field.required(name, RULE));
  };
  take(FIELDS[type] ?? {});
  if (type === "recovery_slide") {
    if (move.recoveryMode === "line") take(LINE_SLIDE_FIELDS);
    if (move.recoveryOption !== 2) take({ extractionStack: cell });
  }
  return move as Move;
}

export function readPosition(field: JsonField, rule = RULE): Position {
  const read = (name: string): number =>
    field.required(name, rule).integer(rule, -MAX_COORDINATE, MAX_COORDINATE);
  const [x, y] = [read("x"), read("y")];
  return field.optional("z", rule) === null ? { x, y } : { x, y, z: read("z") };
}

function comesAfter(one: Position, other: Position): boolean {
  return one.y > other.y || (one.y === other.y && one.x > other.x);
}
