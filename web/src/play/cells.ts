// Conversions between cell keys, names and positions.

import { type Cell, directionTo, gridOf, rayFrom } from "../rules/grid";
import type { BoardName, Key, Position } from "../rules/wire";

export { keyOf } from "../rules/grid";

export function positionFromKey(key: Key): Position {
  const [x = 0, y = 0, z] = key.split(",").map(Number);
  return z === undefined ? { x, y } : { x, y, z };
}

/** Returns the cell's name in notation, such as `d4`. */
export function cellName(board: BoardName, key: Key): string {
  const grid = gridOf(board);
  return grid.names[grid.byKey.get(key) ?? -1] ?? key;
}

export function keyFromName(board: BoardName, name: string): Key | null {
  const grid = gridOf(board);
  return grid.keys[grid.byName.get(name) ?? -1] ?? null;
}

/** Returns the adjacent cells, by territory adjacency [R040]. */
export function adjacentKeys(board: BoardName, key: Key): Key[] {
  const grid = gridOf(board);
  return cellKeys(board, grid.territoryNeighbours[grid.byKey.get(key) ?? -1] ?? []);
}

/** Returns the ray from one cell through another to the edge; empty when they are not in line. */
export function rayKeys(board: BoardName, from: Key, through: Key): Key[] {
  const grid = gridOf(board);
  const [start, other] = [grid.byKey.get(from) ?? -1, grid.byKey.get(through) ?? -1];
  return cellKeys(board, rayFrom(grid, start, directionTo(grid, start, other)));
}

function cellKeys(board: BoardName, cells: readonly Cell[]): Key[] {
  const { keys } = gridOf(board);
  return cells.flatMap((cell) => keys[cell] ?? []);
}
