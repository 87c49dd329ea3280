// The boards of src/ringrift/rules/data/boards.json, in the order of the kernel's numbers.

import { boards } from "@package/rules/data/boards.json";
import type { BoardName } from "./wire";

export interface BoardData {
  name: BoardName;
  shape: "square" | "hex";
  /** Cells along an edge. */
  side: number;
  /** R120: markers in a row that make a line, by number of players. */
  lineLength: Record<string, number>;
  /** The rule that describes the board. */
  rule: string;
}

const BOARDS = boards as readonly BoardData[];

export const BOARD_NAMES: readonly BoardName[] = BOARDS.map(({ name }) => name);

export function boardData(name: BoardName): BoardData {
  return BOARDS[BOARD_NAMES.indexOf(name)] as BoardData;
}

/** R120: this many markers in a row make a line. */
export function lineLength(board: BoardName, players: number): number {
  return boardData(board).lineLength[players] as number;
}
