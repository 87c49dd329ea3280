// Where the arrow keys move the focus.

import type { Layout, LayoutCell } from "./layout";

export interface FocusPosition {
  cell: LayoutCell;
  /** The x that moving up and down keeps to: rows of hexagons are offset by half a cell. */
  anchorX: number;
}

/** The position after a key; null if the key does not navigate. */
export function navigate(
  layout: Layout,
  { cell, anchorX }: FocusPosition,
  key: string,
): FocusPosition | null {
  const row = layout.rows[cell.row] ?? [];
  const index = row.indexOf(cell);
  const inRow = (to: number): FocusPosition =>
    focusAt(row[Math.min(Math.max(to, 0), row.length - 1)] ?? cell);
  const toRow = (to: number): FocusPosition => ({
    cell: nearestInRow(layout, to, anchorX),
    anchorX,
  });
  switch (key) {
    case "ArrowLeft":
      return inRow(index - 1);
    case "ArrowRight":
      return inRow(index + 1);
    case "Home":
      return inRow(0);
    case "End":
      return inRow(row.length - 1);
    case "ArrowUp":
      return toRow(cell.row + 1);
    case "ArrowDown":
      return toRow(cell.row - 1);
    case "PageUp":
      return toRow(layout.rows.length - 1);
    case "PageDown":
      return toRow(0);
    default:
      return null;
  }
}

export function focusAt(cell: LayoutCell): FocusPosition {
  return { cell, anchorX: cell.centre.x };
}

/** The cell of a row nearest to an x; of two, the right one. */
function nearestInRow({ rows }: Layout, row: number, anchorX: number): LayoutCell {
  const cells = rows[Math.min(Math.max(row, 0), rows.length - 1)] as LayoutCell[];
  const off = (cell: LayoutCell): number => Math.round(Math.abs(cell.centre.x - anchorX) * 10);
  return cells.reduce((best, cell) => (off(cell) <= off(best) ? cell : best));
}
