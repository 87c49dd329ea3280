// Disconnected regions [R140-R145], and what taking one collapses.

import type { Ground } from "./boardQueries";
import type { Cell, Grid } from "./grid";
import type { Seat } from "./wire";

export interface Region {
  /** In canonical order. */
  cells: Cell[];
  /** Whose markers wall it in; null: the edge and collapsed cells alone. */
  border: Seat | null;
}

/** R141, R142: every disconnected region. */
export function regionsOf(ground: Ground, seats: readonly Seat[]): Region[] {
  const open = ground.cells.filter((cell) => ground.territory(cell) === undefined);
  const everyone = seats.filter((seat) => ground.hasRing(seat));
  const found = new Map<string, Region>();
  for (const border of [null, ...seats.filter((seat) => ground.markersOf(seat).length > 0)]) {
    for (const cells of cutOff(ground, open, border)) {
      // The larger part is the board that the region is cut off from.
      if (cells.length > open.length / 2) continue;
      const inside = new Set(
        cells.map((cell) => ground.controller(cell)).filter((seat) => seat !== undefined),
      );
      if (inside.size >= everyone.length) continue;
      const name = cells.join(" ");
      // Found under several colours it has no marker border.
      found.set(name, { cells, border: found.has(name) ? null : border });
    }
  }
  return [...found.values()];
}

/** R145: the inner wall: the border's markers beside the region, which collapse with it. */
export function innerWall(ground: Ground, region: Region): Cell[] {
  const inside = new Set(region.cells);
  const beside = new Set(
    region.cells.flatMap((cell) => ground.grid.territoryNeighbours[cell] ?? []),
  );
  return [...beside]
    .filter(
      (cell) =>
        region.border !== null && ground.marker(cell) === region.border && !inside.has(cell),
    )
    .sort((one, other) => one - other);
}

/** R141: the parts into which the walls of one colour cut the board, if there is more than one. */
function cutOff(ground: Ground, open: readonly Cell[], border: Seat | null): Cell[][] {
  const isWall = (cell: Cell): boolean => border !== null && ground.marker(cell) === border;
  const parts = components(
    ground.grid,
    open.filter((cell) => !isWall(cell)),
  );
  if (parts.length < 2) return [];
  const partOf = new Map(parts.flatMap((part, at) => part.map((cell) => [cell, at] as const)));
  const grown = parts.map((part) => [...part]);
  // Groups of wall markers that touch one part and nothing else that is open belong to it.
  for (const group of components(ground.grid, open.filter(isWall))) {
    const touched = new Set(
      group.flatMap((cell) =>
        (ground.grid.territoryNeighbours[cell] ?? []).map((beside) => partOf.get(beside)),
      ),
    );
    touched.delete(undefined);
    const [only] = touched;
    if (touched.size === 1 && only !== undefined) grown[only]?.push(...group);
  }
  return grown.map((part) => part.sort((one, other) => one - other));
}

/** The connected parts of a set by territory adjacency. */
function components(grid: Grid, cells: readonly Cell[]): Cell[][] {
  const left = new Set(cells);
  const parts: Cell[][] = [];
  for (const first of cells) {
    if (!left.delete(first)) continue;
    const part = [first];
    for (const cell of part) {
      for (const beside of grid.territoryNeighbours[cell] ?? [])
        if (left.delete(beside)) part.push(beside);
    }
    parts.push(part);
  }
  return parts;
}
