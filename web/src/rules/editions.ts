// What separates the two editions in numbers (RULES.md §1).

import { gridOf } from "./grid";
import type { BoardName, Edition } from "./wire";

export const EDITIONS: readonly Edition[] = ["classic", "standard"];

const RINGS: Record<Edition, Record<BoardName, number>> = {
  classic: { square8: 18, hex8: 18, square19: 36, hexagonal: 48 },
  standard: { square8: 18, hex8: 18, square19: 72, hexagonal: 96 },
};

/** R020: the rings that each player owns. */
export function ringsEach(edition: Edition, board: BoardName): number {
  return RINGS[edition][board];
}

/** R061: this many eliminated rings win. */
export function ringThreshold(edition: Edition, board: BoardName, seats: number): number {
  const each = ringsEach(edition, board);
  return edition === "classic"
    ? Math.floor((each * seats) / 2) + 1
    : Math.floor((each * (seats + 1)) / 3);
}

/** R062: the least number of own cells that can win. */
export function territoryThreshold(edition: Edition, board: BoardName, seats: number): number {
  return Math.floor(gridOf(board).size / (edition === "classic" ? 2 : seats)) + 1;
}

/** R062: `standard` also asks for more than all opponents hold together. */
export function territoryWins(
  edition: Edition,
  board: BoardName,
  seats: number,
  own: number,
  others: number,
): boolean {
  return (
    own >= territoryThreshold(edition, board, seats) && (edition === "classic" || own > others)
  );
}
