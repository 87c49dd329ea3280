// Text that names cells. Names stand between bidirectional isolates, which are invisible where the
// text is used as it is; `*` marks emphasis.

import { formattingLanguage } from "../../messages/language";
import { gridOf } from "../../rules/grid";
import type { BoardName, Key } from "../../rules/wire";
import { cellName, keyOf, positionFromKey } from "../cells";

const START = "\u2066";
const END = "\u2069";

export interface StoryText {
  /** With marks for names and emphasis. */
  text: string;
  /** The cells that each name stands for. */
  cells: Record<string, Key[]>;
}

export type StoryPart = { text: string; strong: boolean; cells: Key[] | null };

/** Collects the cells that a text names while it is written. */
export class CellNames {
  readonly cells: Record<string, Key[]> = {};

  constructor(private readonly board: BoardName) {}

  one(cell: Key): string {
    return this.mark(cellName(this.board, cell), [cell]);
  }

  /** Every cell by name: `d4, d5 and e6`; more than `limit` as a range. */
  each(cells: readonly Key[], limit = 4): string {
    if (cells.length > limit) return this.range(cells);
    return joinList(this.inOrder(cells).map((cell) => this.one(cell)));
  }

  /** First and last cell: `a1–c3`. */
  range(cells: readonly Key[]): string {
    const ordered = this.inOrder(cells);
    const [first, last] = [ordered[0], ordered.at(-1)];
    if (first === undefined || last === undefined) return "";
    const name = cellName(this.board, first);
    const text = first === last ? name : `${name}–${cellName(this.board, last)}`;
    return this.mark(text, ordered);
  }

  /** A region as one name. */
  area(cells: readonly Key[]): string {
    return this.mark(areaName(this.board, cells), this.inOrder(cells));
  }

  private inOrder(cells: readonly Key[]): Key[] {
    return sortCells(this.board, cells);
  }

  private mark(text: string, cells: Key[]): string {
    this.cells[text] = cells;
    return `${START}${text}${END}`;
  }
}

/** A region as `a1–c3`: the corners around it on a square board, else its first and last cell. */
export function areaName(board: BoardName, cells: readonly Key[]): string {
  const positions = cells.map(positionFromKey);
  const corner = (pick: (...values: number[]) => number): Key =>
    keyOf({ x: pick(...positions.map(({ x }) => x)), y: pick(...positions.map(({ y }) => y)) });
  const ordered = sortCells(board, cells);
  const [first, last] = gridOf(board).hexagonal
    ? [ordered[0] ?? "", ordered.at(-1) ?? ""]
    : [corner(Math.min), corner(Math.max)];
  const name = cellName(board, first);
  return first === last ? name : `${name}–${cellName(board, last)}`;
}

function sortCells(board: BoardName, cells: readonly Key[]): Key[] {
  const { byKey } = gridOf(board);
  return [...cells].sort((a, b) => (byKey.get(a) ?? 0) - (byKey.get(b) ?? 0));
}

/** Joins clauses as the language does: `a, b and c`. */
export function joinList(items: readonly string[]): string {
  return new Intl.ListFormat(formattingLanguage()).format(items);
}

/** Without marks, for labels and screen readers. */
export function plainText({ text }: StoryText): string {
  return text.replaceAll(new RegExp(`[${START}${END}*]`, "g"), "");
}

/** Splits a text into plain parts, emphasis and cell names. */
export function partsOf({ text, cells }: StoryText): StoryPart[] {
  let strong = false;
  return text.split(new RegExp(`(${START}[^${END}]*${END}|\\*)`)).flatMap((piece) => {
    if (piece === "*") {
      strong = !strong;
      return [];
    }
    if (piece === "") return [];
    const name = piece.startsWith(START) ? piece.slice(1, -1) : null;
    return [{ text: name ?? piece, strong, cells: name === null ? null : (cells[name] ?? []) }];
  });
}
