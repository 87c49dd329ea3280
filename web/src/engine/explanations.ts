// Moves as questions to the kernel, and its explanations as refusals
// (native/include/ringrift/explanation.hpp).

import { ELIMINATION_CONTEXTS, PHASES, RECOVERY_MODES, VICTORY_REASONS } from "../rules/enums";
import { cellAt, type Grid } from "../rules/grid";
import { type Argument, argumentKinds, KERNEL_MESSAGES, refusalOf } from "../rules/messages";
import { MOVE_TYPES } from "../rules/moves";
import type { Move, Position, Refusal } from "../rules/wire";
import type { KernelExplanation } from "./wasm";

const ABSENT = -1;
const OFF_BOARD = -2;

/** The cells of a move by name; which ones it has depends on its type. */
interface MoveCells {
  from?: Position;
  captureTarget?: Position;
  to?: Position;
  extractionStack?: Position;
  line?: Position[];
  region?: Position[];
  collapse?: Position[];
}

/** The numbers of a move, legal or not (`MoveQuery`). */
export function encodeQuery(move: Move, grid: Grid): number[] {
  const { from, captureTarget, to, extractionStack, line, region, collapse } = move as MoveCells;
  const cells = line ?? region;
  const index = (position: Position): number => {
    const cell = cellAt(grid, position);
    return cell < 0 ? OFF_BOARD : cell;
  };
  return [
    MOVE_TYPES.indexOf(move.type),
    move.player,
    queryNumber(move),
    move.type === "recovery_slide" ? 1 + RECOVERY_MODES.indexOf(move.recoveryMode) : 0,
    ...[from, captureTarget, to, extractionStack].map((cell) => (cell ? index(cell) : ABSENT)),
    cells?.length ?? ABSENT,
    collapse?.length ?? ABSENT,
    ...[...(cells ?? []), ...(collapse ?? [])].map(index),
  ];
}

/** The one number that a move has beside its cells. */
function queryNumber(move: Move): number {
  switch (move.type) {
    case "place_ring":
      return move.placementCount;
    case "choose_line_reward":
      return move.option;
    case "recovery_slide":
      return move.recoveryOption ?? 0;
    case "process_territory_region":
      return move.borderPlayer ?? 0;
    case "eliminate_rings_from_stack":
      return 1 + ELIMINATION_CONTEXTS.indexOf(move.eliminationContext);
    default:
      return 0;
  }
}

/** The refusal of an explanation, about a move or about a state. */
export function toRefusal(
  { message, values, list }: KernelExplanation,
  grid: Grid,
  move: Move | null,
): Refusal {
  const key = KERNEL_MESSAGES[message] ?? "";
  const kinds = argumentKinds(key);
  const remaining = [...values];
  const args: Record<string, Argument> = {};
  for (const [name, kind] of kinds) {
    if (kind === "board") args[name] = grid.name;
    else if (kind === "cells" || kind === "lines" || kind === "moves")
      args[name] = decodeList(kind, list, grid);
    else args[name] = decodeValue(kind, remaining.shift() ?? 0, grid, move);
  }
  const rule = kinds.some(([, kind]) => kind === "board") ? grid.rule : undefined;
  return refusalOf(key, args, { rule });
}

function decodeValue(kind: string, value: number, grid: Grid, move: Move | null): Argument {
  switch (kind) {
    case "cell":
      return grid.names[value] ?? "";
    case "position":
      return `(${Object.values(positionsOf(move)[value] ?? {}).join(", ")})`;
    case "move":
      return MOVE_TYPES[value] ?? "";
    case "phase":
      return PHASES[value] ?? "";
    case "context":
      return ELIMINATION_CONTEXTS[value - 1] ?? "";
    case "reason":
      return VICTORY_REASONS[value - 1] ?? "";
    default:
      return value;
  }
}

function decodeList(
  kind: "cells" | "lines" | "moves",
  list: readonly number[],
  grid: Grid,
): string[] {
  if (kind === "moves") return list.map((type) => MOVE_TYPES[type] ?? "");
  const names = list.map((cell) => grid.names[cell] ?? "");
  if (kind === "cells") return names;
  return names.flatMap((name, at) => (at % 2 === 0 ? [`${name}..${names[at + 1]}`] : []));
}

/** The cells that a move names, in the order of its query. */
function positionsOf(move: Move | null): Position[] {
  if (move === null) return [];
  const { from, captureTarget, to, extractionStack, line, region, collapse } = move as MoveCells;
  const single = [from, captureTarget, to, extractionStack].filter((cell) => cell !== undefined);
  return [...single, ...(line ?? region ?? []), ...(collapse ?? [])];
}
