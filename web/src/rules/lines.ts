// Lines of markers [R120].

import type { Ground } from "./boardQueries";
import { type Cell, type Grid, rayFrom } from "./grid";
import type { Seat } from "./wire";

/** The seat's lines: maximal runs of its markers on one axis, of the line length or longer. */
export function linesOf(ground: Ground, seat: Seat, length: number): Cell[][] {
  const markers = new Set(ground.markersOf(seat));
  const found: Cell[][] = [];
  for (let axis = 0; axis < ground.grid.axes; axis++) {
    for (const cell of markers) {
      const before = rayFrom(ground.grid, cell, axis + ground.grid.axes)[0];
      if (before !== undefined && markers.has(before)) continue;
      const run = runFrom(ground.grid, markers, cell, axis);
      if (run.length >= length) found.push(run);
    }
  }
  return found;
}

/** The lines that a marker on the cell stands in, given the markers of its colour. */
export function linesThrough(
  grid: Grid,
  markers: ReadonlySet<Cell>,
  cell: Cell,
  length: number,
): Cell[][] {
  const found: Cell[][] = [];
  for (let axis = 0; axis < grid.axes; axis++) {
    const back = runFrom(grid, markers, cell, axis + grid.axes);
    const run = runFrom(grid, markers, back.at(-1) ?? cell, axis);
    if (run.length >= length) found.push(run);
  }
  return found;
}

function runFrom(grid: Grid, markers: ReadonlySet<Cell>, start: Cell, direction: number): Cell[] {
  const ray = rayFrom(grid, start, direction);
  const end = ray.findIndex((cell) => !markers.has(cell));
  return [start, ...(end < 0 ? ray : ray.slice(0, end))];
}
