// The boards as grids of cells: names, rays, neighbours [R001-R003]. A cell is its canonical index:
// by y, then by x.

import { boardData } from "./boards";
import type { BoardName, Key, Position } from "./wire";

export type Cell = number;

// One (dx, dy) per axis; the opposite direction is its negation.
const SQUARE_AXES = [
  [1, 0],
  [0, 1],
  [1, 1],
  [-1, 1],
] as const;
const HEX_AXES = [
  [1, 0],
  [0, 1],
  [-1, 1],
] as const;

export interface Grid {
  name: BoardName;
  /** Cells along an edge. */
  side: number;
  hexagonal: boolean;
  /** Added to a coordinate to count from 0; 0 on squares. */
  radius: number;
  /** The rule that describes the board. */
  rule: string;
  /** The number of cells. */
  size: number;
  positions: readonly Position[];
  keys: readonly Key[];
  /** Letter and number, `d4`. */
  names: readonly string[];
  byKey: ReadonlyMap<Key, Cell>;
  byName: ReadonlyMap<string, Cell>;
  /** By cell and direction (the axes, then the opposite directions), nearest cell first. */
  rays: readonly (readonly (readonly Cell[])[])[];
  axes: number;
  /** Cells one step away, in canonical order. */
  neighbours: readonly (readonly Cell[])[];
  /** Neighbours for territory [R040], in canonical order. */
  territoryNeighbours: readonly (readonly Cell[])[];
  /** The longest ray + 1: no stack is higher. */
  maxStackHeight: number;
  /** Cells row by row. */
  rows: readonly (readonly Cell[])[];
}

const grids = new Map<BoardName, Grid>();

export function gridOf(name: BoardName): Grid {
  let grid = grids.get(name);
  if (grid === undefined) {
    grid = makeGrid(name);
    grids.set(name, grid);
  }
  return grid;
}

export function keyOf(position: Position): Key {
  const { x, y, z } = position;
  return z === undefined ? `${x},${y}` : `${x},${y},${z}`;
}

/** The cell of a position, or -1. */
export function cellAt(grid: Grid, position: Position): Cell {
  return grid.byKey.get(keyOf(position)) ?? -1;
}

/** The direction from one cell to another, or -1 if they are not on a ray. */
export function directionTo(grid: Grid, from: Cell, to: Cell): number {
  return grid.rays[from]?.findIndex((ray) => ray.includes(to)) ?? -1;
}

/** The cells strictly between two cells of a ray. */
export function between(grid: Grid, from: Cell, to: Cell, direction: number): readonly Cell[] {
  const ray = rayFrom(grid, from, direction);
  return ray.slice(0, ray.indexOf(to));
}

export function rayFrom(grid: Grid, from: Cell, direction: number): readonly Cell[] {
  return grid.rays[from]?.[direction] ?? [];
}

function makeGrid(name: BoardName): Grid {
  const { shape, side, rule } = boardData(name);
  const hexagonal = shape === "hex";
  const radius = hexagonal ? side - 1 : 0;
  const width = hexagonal ? 2 * radius + 1 : side;
  const positions: Position[] = [];
  const at: number[] = new Array(width * width).fill(-1);
  const rows: Cell[][] = [];
  for (let row = 0; row < width; row++) {
    const cells: Cell[] = [];
    for (let column = 0; column < width; column++) {
      if (hexagonal && Math.abs(row + column - 2 * radius) > radius) continue;
      at[row * width + column] = positions.length;
      cells.push(positions.length);
      const [x, y] = [column - radius, row - radius];
      // Not `-x - y`, which is -0 in the centre.
      positions.push(hexagonal ? { x, y, z: 0 - x - y } : { x, y });
    }
    rows.push(cells);
  }
  const half = hexagonal ? HEX_AXES : SQUARE_AXES;
  const steps = [...half, ...half.map(([dx, dy]) => [-dx, -dy] as const)];
  const cellAtRowColumn = (column: number, row: number): Cell =>
    column < 0 || row < 0 || column >= width || row >= width
      ? -1
      : (at[row * width + column] ?? -1);
  const ray = ({ x, y }: Position, [dx, dy]: readonly [number, number]): Cell[] => {
    const cells: Cell[] = [];
    for (let distance = 1; ; distance++) {
      const cell = cellAtRowColumn(x + radius + distance * dx, y + radius + distance * dy);
      if (cell < 0) return cells;
      cells.push(cell);
    }
  };
  const rays = positions.map((position) => steps.map((step) => ray(position, step)));
  const firsts = (directions: readonly (readonly Cell[])[]): Cell[] =>
    directions.flatMap((cells) => cells.slice(0, 1)).sort((a, b) => a - b);
  const keys = positions.map(keyOf);
  const names = positions.map(
    ({ x, y }) => `${String.fromCharCode(97 + x + radius)}${y + radius + 1}`,
  );
  const adjoins = (direction: number): boolean => hexagonal || direction % half.length < 2;
  return {
    name,
    side,
    hexagonal,
    radius,
    rule,
    size: positions.length,
    positions,
    keys,
    names,
    byKey: new Map(keys.map((key, cell) => [key, cell])),
    byName: new Map(names.map((cellName, cell) => [cellName, cell])),
    rays,
    axes: half.length,
    neighbours: rays.map(firsts),
    territoryNeighbours: rays.map((directions) =>
      firsts(directions.filter((_, direction) => adjoins(direction))),
    ),
    maxStackHeight: 1 + Math.max(...rays.flat().map((cells) => cells.length)),
    rows,
  };
}
