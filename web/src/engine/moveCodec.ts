// Moves to and from the five numbers that the kernel takes (native/include/ringrift/move.hpp).

import { lineLength } from "../rules/boards";
import { MODES } from "../rules/enums";
import { type Cell, cellAt, type Grid } from "../rules/grid";
import { KINDS, type Slide } from "../rules/moves";
import type { BareType, Move, Position, Seat, State } from "../rules/wire";
import type { Numbers } from "./wasm";

/** The numbers of a move that might be legal; null for one that cannot be. */
export function toNumbers(move: Move, grid: Grid): Numbers | null {
  const kind = KINDS.indexOf(move.type);
  const [detail, a, b, c] = details(move, grid);
  const cells = [a, b, c].every((cell) => cell >= 0);
  return kind >= 0 && cells && detail >= 0 && detail <= 0xff ? { kind, detail, a, b, c } : null;
}

function details(move: Move, grid: Grid): [number, Cell, Cell, Cell] {
  const at = (position: Position | undefined): Cell =>
    position === undefined ? -1 : cellAt(grid, position);
  switch (move.type) {
    case "place_ring":
      return [move.placementCount, at(move.to), 0, 0];
    case "move_stack":
      return [0, at(move.from), at(move.to), 0];
    case "overtaking_capture":
    case "continue_capture_segment":
      return [0, at(move.from), at(move.captureTarget), at(move.to)];
    case "process_line":
      return [axisOf(move.line, grid), at(move.line[0]), 0, 0];
    case "choose_line_reward":
      return [axisOf(move.line, grid) + 4 * move.option, at(move.line[0]), at(move.collapse[0]), 0];
    case "process_territory_region":
      return [move.borderPlayer ?? 0, at(move.region[0]), 0, 0];
    case "eliminate_rings_from_stack":
    case "forced_elimination":
      return [0, at(move.to), 0, 0];
    case "recovery_slide":
      return [
        slideDetail(move, grid),
        at(move.from),
        at(move.to),
        at(move.extractionStack ?? move.collapse?.[0]),
      ];
    default:
      return [0, 0, 0, 0];
  }
}

function slideDetail(move: Slide, grid: Grid): number {
  const axis = move.line ? axisOf(move.line, grid) : 0;
  return ((1 + MODES.indexOf(move.recoveryMode)) << 4) | ((move.recoveryOption ?? 0) << 2) | axis;
}

/** The axis of a line's first step, or a detail that fits no move. */
function axisOf(line: readonly Position[], grid: Grid): number {
  const [first, second] = line;
  if (first === undefined || second === undefined) return -0x100;
  const from = cellAt(grid, first);
  const axis = grid.rays[from]?.findIndex((ray) => ray[0] === cellAt(grid, second)) ?? -1;
  return axis < 0 || axis >= grid.axes ? -0x100 : axis;
}

/** What numbers need to become a move: the state they are played in, and the cells of a line or a region. */
export interface Reading {
  grid: Grid;
  seat: Seat;
  seats: number;
  pending: State["turn"]["pendingElimination"];
  cellsOf(numbers: Numbers): readonly Cell[];
}

/** The move of these numbers, which the kernel has made. */
export function toMove(numbers: Numbers, reading: Reading): Move {
  const { kind, detail, a, b, c } = numbers;
  const { grid, seat: player } = reading;
  const at = (cell: Cell): Position => ({ ...(grid.positions[cell] as Position) });
  const type = KINDS[kind] as Move["type"];
  switch (type) {
    case "place_ring":
      return { type, player, to: at(a), placementCount: detail };
    case "move_stack":
      return { type, player, from: at(a), to: at(b) };
    case "overtaking_capture":
    case "continue_capture_segment":
      return { type, player, from: at(a), captureTarget: at(b), to: at(c) };
    case "eliminate_rings_from_stack":
      return { type, player, to: at(a), eliminationContext: reading.pending ?? "line" };
    case "forced_elimination":
      return { type, player, to: at(a) };
    case "process_territory_region":
      return {
        type,
        player,
        region: reading.cellsOf(numbers).map(at),
        borderPlayer: (detail || null) as Seat | null,
      };
    case "process_line":
      return { type, player, line: reading.cellsOf(numbers).map(at) };
    case "choose_line_reward": {
      const cells = reading.cellsOf(numbers);
      const option = detail >> 2 === 1 ? 1 : 2;
      const collapse = option === 1 ? cells : segment(cells, b, reading);
      return { type, player, line: cells.map(at), option, collapse: collapse.map(at) };
    }
    case "recovery_slide":
      return toSlide(numbers, reading, at);
    default:
      return { type: type as BareType, player };
  }
}

function toSlide(numbers: Numbers, reading: Reading, at: (cell: Cell) => Position): Slide {
  const { detail, a, b, c } = numbers;
  const recoveryMode = MODES[(detail >> 4) - 1] ?? "fallback";
  const slide = {
    type: "recovery_slide",
    player: reading.seat,
    from: at(a),
    to: at(b),
    recoveryMode,
  } as const;
  if (recoveryMode !== "line") return { ...slide, extractionStack: at(c) };
  const cells = reading.cellsOf(numbers);
  const line = cells.map(at);
  if (((detail >> 2) & 3) === 1)
    return { ...slide, extractionStack: at(c), line, recoveryOption: 1, collapse: cells.map(at) };
  return { ...slide, line, recoveryOption: 2, collapse: segment(cells, c, reading).map(at) };
}

function segment(line: readonly Cell[], first: Cell, { grid, seats }: Reading): readonly Cell[] {
  const start = line.indexOf(first);
  return line.slice(start, start + lineLength(grid.name, seats));
}
