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
  margin: number;
  width: number;
  height: number;
  /** From the bottom row up, each from left to right. */
  rows: LayoutCell[][];
  byKey: Map<Key, LayoutCell>;
}

/** The distance between neighbours in a row, in units of the drawing. */
export const CELL = 100;
const ROW = (CELL * Math.sqrt(3)) / 2; // rows of hexagons are closer than columns
const CORNER = CELL / Math.sqrt(3); // from a hexagon's centre to its corner
const RIM_REACH = 0.75 * CELL; // how far from its centre a cell is hit

const layouts = new Map<BoardName, Layout>();

export function layoutOf(board: BoardName): Layout {
  const cached = layouts.get(board);
  if (cached) return cached;
  const layout = computeLayout(board);
  layouts.set(board, layout);
  return layout;
}

function computeLayout(board: BoardName): Layout {
  const margin = look.boards[board].margin * CELL;
  const { shape, side: edge } = boardData(board);
  const hexagonal = shape === "hex";
  const side = hexagonal ? 2 * edge - 1 : edge;
  const height = (hexagonal ? (side - 1) * ROW + 2 * CORNER : side * CELL) + 2 * margin;
  const layout: Layout = {
    board,
    hexagonal,
    margin,
    width: hexagonal ? slabWidth(height) : height,
    height,
    rows: [],
    byKey: new Map(),
  };
  for (let row = 0; row < side; row++) layout.rows.push(layOutRow(layout, row, side));
  for (const cell of layout.rows.flat()) layout.byKey.set(cell.key, cell);
  return layout;
}

/** The width of a hexagonal frame with rounded corners. */
function slabWidth(height: number): number {
  const corner = look.frame.hexCorner * CELL;
  return 2 * (height / Math.sqrt(3) - (2 / Math.sqrt(3) - 1) * corner);
}

function layOutRow(layout: Layout, row: number, side: number): LayoutCell[] {
  const { hexagonal, margin, width, height } = layout;
  const radius = (side - 1) / 2;
  const cells: LayoutCell[] = [];
  for (let column = 0; column < side; column++) {
    const name = `${String.fromCharCode(97 + column)}${row + 1}`;
    if (!hexagonal) {
      const centre = { x: margin + (column + 0.5) * CELL, y: margin + (side - row - 0.5) * CELL };
      cells.push({
        key: `${column},${row}`,
        name,
        column,
        row,
        centre,
        tone: (column + row) % 2,
      });
      continue;
    }
    const [x, y] = [column - radius, row - radius];
    if (Math.abs(x + y) > radius) continue;
    const centre = { x: width / 2 + (x + y / 2) * CELL, y: height / 2 - y * ROW };
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

/** The corners of a tile around the origin, clockwise. */
export function tileCorners(hexagonal: boolean, inset = 0): Point[] {
  if (!hexagonal) {
    const half = CELL / 2 - inset;
    return [
      { x: -half, y: -half },
      { x: half, y: -half },
      { x: half, y: half },
      { x: -half, y: half },
    ];
  }
  const reach = CORNER - (inset * 2) / Math.sqrt(3);
  return [0, 1, 2, 3, 4, 5].map((step) => {
    const turn = (Math.PI / 3) * step;
    return { x: Math.sin(turn) * reach, y: -Math.cos(turn) * reach };
  });
}

/** A polygon as path data. */
export function polygon(points: Point[]): string {
  return pathData(...points.flatMap(({ x, y }, index) => [index ? "L" : "M", x, y]), "Z");
}

/**
 * The coordinate labels. On a hexagon a letter's cells run up to the right, so letters are below
 * and numbers on the right.
 */
export function coordinateLabels(layout: Layout): { text: string; at: Point }[] {
  const { rows, hexagonal, margin } = layout;
  const away = CELL / 2 + margin * look.label.away;
  const beyond = ({ centre }: LayoutCell, x: number, y: number): Point => ({
    x: centre.x + x,
    y: centre.y + y,
  });
  const cells = rows.flat();
  return rows.flatMap((row, index) => {
    const nearest = cells.find((cell) => cell.column === index) as LayoutCell;
    const hexLetter =
      nearest.row === 0 ? [-0.2 * CELL, CORNER + margin * 0.48] : [-0.5 * CELL, 0.57 * CELL];
    const letter = hexagonal
      ? beyond(nearest, hexLetter[0] as number, hexLetter[1] as number)
      : beyond(nearest, 0, away);
    const figure = hexagonal
      ? beyond(row.at(-1) as LayoutCell, 0.65 * CELL, 0)
      : beyond(row[0] as LayoutCell, -away, 0);
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
  return nearestCell(layout.byKey.values(), point, RIM_REACH);
}
