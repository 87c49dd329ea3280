// Where the arrow keys lead on the board.

import type { Cell, Layout } from "./layout";

export interface Stand {
  cell: Cell;
  /** The upright line that walking up and down keeps to: rows of hexagons stand half a cell aside of each other. */
  lane: number;
}

/** One step from a cell by a key; null where the key does not walk. */
export function walk(layout: Layout, { cell, lane }: Stand, key: string): Stand | null {
  const row = layout.rows[cell.row] ?? [];
  const index = row.indexOf(cell);
  const aside = (to: number): Stand =>
    standOn(row[Math.min(Math.max(to, 0), row.length - 1)] ?? cell);
  const upright = (to: number): Stand => ({ cell: inLane(layout, to, lane), lane });
  switch (key) {
    case "ArrowLeft":
      return aside(index - 1);
    case "ArrowRight":
      return aside(index + 1);
    case "Home":
      return aside(0);
    case "End":
      return aside(row.length - 1);
    case "ArrowUp":
      return upright(cell.row + 1);
    case "ArrowDown":
      return upright(cell.row - 1);
    case "PageUp":
      return upright(layout.rows.length - 1);
    case "PageDown":
      return upright(0);
    default:
      return null;
  }
}

export function standOn(cell: Cell): Stand {
  return { cell, lane: cell.at.x };
}

/** The cell of a row that is nearest to an upright line; of two, the right one. */
function inLane({ rows }: Layout, row: number, lane: number): Cell {
  const cells = rows[Math.min(Math.max(row, 0), rows.length - 1)] as Cell[];
  const off = (cell: Cell): number => Math.round(Math.abs(cell.at.x - lane) * 10);
  return cells.reduce((best, cell) => (off(cell) <= off(best) ? cell : best));
}
