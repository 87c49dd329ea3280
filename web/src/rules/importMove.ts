// A move from outside: an object of WIRE.md. Whether it is legal, and its cells on the board, is for the rules to say.

import { words } from "../strings";
import { CONTEXTS, MODES } from "./enums";
import type { Field } from "./jsonFields";
import { KINDS } from "./moves";
import type { Move, Position } from "./wire";

const say = words.engine.reading;
const RULE = "R074";
const FARTHEST = 999; // a coordinate beyond every board: such a cell is read, and refused by the rules
const MOST_CELLS = 469;

// RULES.md §11: older names of the same moves.
const ALIASES: Record<string, Move["type"]> = {
  move_ring: "move_stack",
  choose_line_option: "choose_line_reward",
  choose_territory_option: "process_territory_region",
};

type Read = (field: Field) => unknown;

const cell: Read = (field) => readPosition(field);
const cells: Read = (field) => {
  const found = field.elements(RULE, MOST_CELLS).map(readPosition);
  const inOrder = found.every((one, at) => at === 0 || comesAfter(one, found[at - 1] as Position));
  if (found.length === 0) field.malformed(RULE, say.noCells);
  return inOrder ? found : field.malformed(RULE, say.cellsInOrder);
};
const number =
  (most: number): Read =>
  (field) =>
    field.integer(RULE, 1, most);

const capture = { from: cell, captureTarget: cell, to: cell };
const FIELDS: Partial<Record<Move["type"], Record<string, Read>>> = {
  place_ring: { to: cell, placementCount: number(FARTHEST) },
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
    eliminationContext: (field) => field.choice(CONTEXTS, RULE),
  },
  forced_elimination: { to: cell },
  recovery_slide: { from: cell, to: cell, recoveryMode: (field) => field.choice(MODES, RULE) },
};
const OF_A_LINE: Record<string, Read> = { line: cells, recoveryOption: number(2), collapse: cells };

export function importMove(field: Field): Move {
  const named = field.get("type", RULE).choice([...KINDS, ...Object.keys(ALIASES)], RULE);
  const type = ALIASES[named] ?? (named as Move["type"]);
  const move: Record<string, unknown> = {
    type,
    player: field.get("player", RULE).integer(RULE, 1, 4),
  };
  const take = (fields: Record<string, Read>): void => {
    for (const [name, read] of Object.entries(fields)) move[name] = read(field.get(name, RULE));
  };
  take(FIELDS[type] ?? {});
  if (type === "recovery_slide") {
    if (move.recoveryMode === "line") take(OF_A_LINE);
    if (move.recoveryOption !== 2) take({ extractionStack: cell });
  }
  return move as Move;
}

function readPosition(field: Field): Position {
  const read = (name: string): number => field.get(name, RULE).integer(RULE, -FARTHEST, FARTHEST);
  const [x, y] = [read("x"), read("y")];
  return field.find("z", RULE) === null ? { x, y } : { x, y, z: read("z") };
}

function comesAfter(one: Position, other: Position): boolean {
  return one.y > other.y || (one.y === other.y && one.x > other.x);
}
