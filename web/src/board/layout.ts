// The geometry of the board: centres of cells, outlines of tiles, labels. a1 is bottom left.
// Mirrors src/ringrift/drawing/layout.py.

import { boardData } from "../rules/boards";
import type { BoardName, Key } from "../rules/wire";
import { look } from "./look";
import { pathData } from "./svg";

export interface Point {
  x: number;
  y: number;
}

export interface LayoutCell {
  key: Key;
  name: string;
  column: number;
  row: number;
  centre: Point;
  /** The index of its tone; neighbours differ. */
  tone: number;
}

export interface Layout {
  board: BoardName;
  hexagonal: boolean;
  /** The distance between neighbours in a row. */
  pitch: number;
  /** The cell size that pieces are drawn for. */
  piece: number;
  margin: number;
  width: number;
  height: number;
  /** From the bottom row up, each from left to right. */
  rows: LayoutCell[][];
  byKey: Map<Key, LayoutCell>;
}

const ROW_OF_PITCH = Math.sqrt(3) / 2; // rows of hexagons are closer than columns
const CORNER_OF_PITCH = 1 / Math.sqrt(3); // from a hexagon's centre to its corner
const RIM_REACH = 0.75; // in pitches: how far from its centre a cell is hit

const layouts = new Map<BoardName, Layout>();

export function layoutOf(board: BoardName): Layout {
  const cached = layouts.get(board);
  if (cached) return cached;
  const layout = computeLayout(board);
  layouts.set(board, layout);
  return layout;
}

function computeLayout(board: BoardName): Layout {
  const { pitch, piece, margin } = look.boards[board];
  const { shape, side: edge } = boardData(board);
  const hexagonal = shape === "hex";
  const side = hexagonal ? 2 * edge - 1 : edge;
  const width = side * pitch + 2 * margin;
  const tall = hexagonal ? (side - 1) * ROW_OF_PITCH + 2 * CORNER_OF_PITCH : side;
  const layout: Layout = {
    board,
    hexagonal,
    pitch,
    piece,
    margin,
    width,
    height: tall * pitch + 2 * margin,
    rows: [],
    byKey: new Map(),
  };
  for (let row = 0; row < side; row++) layout.rows.push(layOutRow(layout, row, side));
  for (const cell of layout.rows.flat()) layout.byKey.set(cell.key, cell);
  return layout;
}

function layOutRow(layout: Layout, row: number, side: number): LayoutCell[] {
  const { hexagonal, pitch, margin, width, height } = layout;
  const radius = (side - 1) / 2;
  const cells: LayoutCell[] = [];
  for (let column = 0; column < side; column++) {
    const name = `${String.fromCharCode(97 + column)}${row + 1}`;
    if (!hexagonal) {
      const centre = { x: margin + (column + 0.5) * pitch, y: margin + (side - row - 0.5) * pitch };
      cells.push({
        key: `${column},${row}`,
        name,
        column,
        row,
        centre,
        tone: (column + row + 1) % 2,
      });
      continue;
    }
    const [x, y] = [column - radius, row - radius];
    if (Math.abs(x + y) > radius) continue;
    const centre = { x: width / 2 + (x + y / 2) * pitch, y: height / 2 - y * pitch * ROW_OF_PITCH };
    cells.push({
      key: `${x},${y},${-x - y || 0}`,
      name,
      column,
      row,
      centre,
      tone: (column - row + 3 * side) % 3,
    });
  }
  return cells;
}

/** The outline of a tile around the origin, as path data. */
export function tileOutline({ hexagonal, pitch }: Layout, inset: number): string {
  if (hexagonal) {
    const reach = pitch * CORNER_OF_PITCH - inset / ROW_OF_PITCH;
    const corners = [0, 1, 2, 3, 4, 5].flatMap((step) => {
      const turn = (Math.PI / 3) * step;
      return [step ? "L" : "M", Math.sin(turn) * reach, Math.cos(turn) * reach];
    });
    return pathData(...corners, "Z");
  }
  const r = look.tile.corner * pitch;
  const half = pitch / 2 - inset;
  const edge = 2 * (half - r);
  const arc = ["a", r, r, 0, 0, 1];
  const upper = ["M", r - half, -half, "h", edge, ...arc, r, r, "v", edge, ...arc, -r, r];
  return pathData(...upper, "h", -edge, ...arc, -r, -r, "v", -edge, ...arc, r, -r, "Z");
}

/**
 * The coordinate labels. On a hexagon a letter's cells run up to the right, so letters are below
 * and numbers on the right.
 */
export function coordinateLabels(layout: Layout): { text: string; at: Point }[] {
  const { rows, hexagonal, pitch, margin } = layout;
  const reach = pitch / 2 + margin * look.label.away;
  const beyond = ({ centre }: LayoutCell, x: number, y: number): Point => ({
    x: centre.x + x * reach,
    y: centre.y + y * reach,
  });
  const cells = rows.flat();
  return rows.flatMap((row, index) => {
    const nearest = cells.find((cell) => cell.column === index) as LayoutCell;
    const letter = hexagonal ? beyond(nearest, -0.5, ROW_OF_PITCH) : beyond(nearest, 0, 1);
    const figure = hexagonal
      ? beyond(row.at(-1) as LayoutCell, 1, 0)
      : beyond(row[0] as LayoutCell, -1, 0);
    return [
      { text: String.fromCharCode(97 + index), at: letter },
      { text: String(index + 1), at: figure },
    ];
  });
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** The cell with the nearest centre within reach, or null. */
export function nearestCell(
  cells: Iterable<LayoutCell>,
  point: Point,
  reach: number,
): LayoutCell | null {
  let found: LayoutCell | null = null;
  let least = reach;
  for (const cell of cells) {
    const away = distance(cell.centre, point);
    if (away <= least) [found, least] = [cell, away];
  }
  return found;
}

/** The cell at a point; rim cells extend a little beyond their edge. */
export function cellAtPoint(layout: Layout, point: Point): LayoutCell | null {
  return nearestCell(layout.byKey.values(), point, RIM_REACH * layout.pitch);
}
