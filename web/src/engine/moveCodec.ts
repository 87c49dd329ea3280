// Moves as the kernel's five numbers (native/include/ringrift/move.hpp).

import { lineLength } from "../rules/boards";
import { RECOVERY_MODES } from "../rules/enums";
import { type Cell, cellAt, type Grid } from "../rules/grid";
import { MOVE_TYPES, type Slide } from "../rules/moves";
import type { BareMoveType, Move, Position, Seat, State } from "../rules/wire";
import type { KernelMove } from "./wasm";

/** The kernel's form of a move; null if it has none, so it cannot be legal. */
export function encodeMove(move: Move, grid: Grid): KernelMove | null {
  const kind = MOVE_TYPES.indexOf(move.type);
  const [detail, a, b, c] = encodeDetails(move, grid);
  const cells = [a, b, c].every((cell) => cell >= 0);
  return kind >= 0 && cells && detail >= 0 && detail <= 0xff ? { kind, detail, a, b, c } : null;
}

function encodeDetails(move: Move, grid: Grid): [number, Cell, Cell, Cell] {
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
        encodeSlideDetail(move, grid),
        at(move.from),
        at(move.to),
        at(move.extractionStack ?? move.collapse?.[0]),
      ];
    default:
      return [0, 0, 0, 0];
  }
}

function encodeSlideDetail(move: Slide, grid: Grid): number {
  const axis = move.line ? axisOf(move.line, grid) : 0;
  return (
    ((1 + RECOVERY_MODES.indexOf(move.recoveryMode)) << 4) |
    ((move.recoveryOption ?? 0) << 2) |
    axis
  );
}

/** The axis of a line's first step, or a detail that no move has. */
function axisOf(line: readonly Position[], grid: Grid): number {
  const [first, second] = line;
  if (first === undefined || second === undefined) return -0x100;
  const from = cellAt(grid, first);
  const axis = grid.rays[from]?.findIndex((ray) => ray[0] === cellAt(grid, second)) ?? -1;
  return axis < 0 || axis >= grid.axes ? -0x100 : axis;
}

/** What decoding a move needs: its state, and the cells of its line or region. */
export interface MoveContext {
  grid: Grid;
  seat: Seat;
  seats: number;
  pending: State["turn"]["pendingElimination"];
  moveCells(kernelMove: KernelMove): readonly Cell[];
}

/** Decodes a legal move. */
export function decodeMove(kernelMove: KernelMove, context: MoveContext): Move {
  const { kind, detail, a, b, c } = kernelMove;
  const { grid, seat: player } = context;
  const at = (cell: Cell): Position => ({ ...(grid.positions[cell] as Position) });
  const type = MOVE_TYPES[kind] as Move["type"];
  switch (type) {
    case "place_ring":
      return { type, player, to: at(a), placementCount: detail };
    case "move_stack":
      return { type, player, from: at(a), to: at(b) };
    case "overtaking_capture":
    case "continue_capture_segment":
      return { type, player, from: at(a), captureTarget: at(b), to: at(c) };
    case "eliminate_rings_from_stack":
      return { type, player, to: at(a), eliminationContext: context.pending ?? "line" };
    case "forced_elimination":
      return { type, player, to: at(a) };
    case "process_territory_region":
      return {
        type,
        player,
        region: context.moveCells(kernelMove).map(at),
        borderPlayer: (detail || null) as Seat | null,
      };
    case "process_line":
      return { type, player, line: context.moveCells(kernelMove).map(at) };
    case "choose_line_reward": {
      const cells = context.moveCells(kernelMove);
      const option = detail >> 2 === 1 ? 1 : 2;
      const collapse = option === 1 ? cells : rewardSegment(cells, b, context);
      return { type, player, line: cells.map(at), option, collapse: collapse.map(at) };
    }
    case "recovery_slide":
      return decodeSlide(kernelMove, context, at);
    default:
      return { type: type as BareMoveType, player };
  }
}

function decodeSlide(
  kernelMove: KernelMove,
  context: MoveContext,
  at: (cell: Cell) => Position,
): Slide {
  const { detail, a, b, c } = kernelMove;
  const recoveryMode = RECOVERY_MODES[(detail >> 4) - 1] ?? "fallback";
  const slide = {
    type: "recovery_slide",
    player: context.seat,
    from: at(a),
    to: at(b),
    recoveryMode,
  } as const;
  if (recoveryMode !== "line") return { ...slide, extractionStack: at(c) };
  const cells = context.moveCells(kernelMove);
  const line = cells.map(at);
  if (((detail >> 2) & 3) === 1)
    return { ...slide, extractionStack: at(c), line, recoveryOption: 1, collapse: cells.map(at) };
  return { ...slide, line, recoveryOption: 2, collapse: rewardSegment(cells, c, context).map(at) };
}

function rewardSegment(
  line: readonly Cell[],
  first: Cell,
  { grid, seats }: MoveContext,
): readonly Cell[] {
  const start = line.indexOf(first);
  return line.slice(start, start + lineLength(grid.name, seats));
}
