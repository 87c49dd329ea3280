// A move as an arrow on the board.

import type { Arrow } from "../board/types";
import type { Move } from "../rules/wire";
import { keyOf } from "./cells";

/** Returns an arrow along the move. Placements and payments become a label on their cell. */
export function moveArrow(move: Move, weight = 1, label?: string): Arrow | null {
  const labelled = label === undefined ? {} : { label };
  if ("from" in move) return { from: keyOf(move.from), to: keyOf(move.to), weight, ...labelled };
  if ("to" in move) return { from: keyOf(move.to), to: keyOf(move.to), weight, ...labelled };
  const cells =
    "collapse" in move
      ? move.collapse
      : "line" in move
        ? move.line
        : "region" in move
          ? move.region
          : [];
  const [first] = cells ?? [];
  const last = cells?.at(-1);
  return first && last ? { from: keyOf(first), to: keyOf(last), weight, ...labelled } : null;
}
