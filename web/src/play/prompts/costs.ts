// What lines, regions and forced eliminations cost [R100, R115, R122, R145], as board labels.

import { messages } from "../../messages";
import { editionData } from "../../rules/editions";
import type { Key, Move, Seat, State } from "../../rules/wire";
import { adjacentKeys, keyOf } from "../cells";

export function lineCost(state: State): string {
  if (state.turn.recoveryMode !== null) return messages.play.costBuried;
  return editionData(state.edition).lineCost === "cap"
    ? messages.play.costCap
    : messages.play.costRing;
}

export function regionCost(state: State): string {
  return state.turn.recoveryMode !== null ? messages.play.costBuried : messages.play.costCap;
}

/** Returns how many rings a payment takes from its stack. */
export function countRingsPaid(state: State, move: Move): number {
  if (move.type !== "eliminate_rings_from_stack" && move.type !== "forced_elimination") return 0;
  if (move.type === "eliminate_rings_from_stack") {
    if (move.eliminationContext === "recovery") return 1;
    if (move.eliminationContext === "line" && editionData(state.edition).lineCost === "ring")
      return 1;
  }
  return state.board.stacks[keyOf(move.to)]?.capHeight ?? 0;
}

export interface RegionGain {
  /** All cells that collapse: the region and its border markers. */
  cells: Key[];
  rings: number;
}

/** Computes what processing a region gains [R145]. */
export function computeRegionGain(
  state: State,
  region: readonly Key[],
  border: Seat | null,
): RegionGain {
  const inside = new Set(region);
  const wall = border === null ? [] : findInnerWall(state, inside, border);
  const rings = region.reduce((sum, cell) => sum + (state.board.stacks[cell]?.stackHeight ?? 0), 0);
  return { cells: [...region, ...wall], rings };
}

function findInnerWall(state: State, inside: ReadonlySet<Key>, border: Seat): Key[] {
  const { type } = state.board;
  const walls = (cell: Key) => state.board.markers[cell]?.player === border && !inside.has(cell);
  const near = new Set([...inside].flatMap((cell) => adjacentKeys(type, cell)).filter(walls));
  return [...near].filter((marker) => {
    const group = connectedGroup(marker, (cell) => adjacentKeys(type, cell).filter(walls));
    return [...group].some((member) =>
      adjacentKeys(type, member).some(
        (cell) =>
          !inside.has(cell) &&
          state.board.collapsedSpaces[cell] === undefined &&
          state.board.markers[cell]?.player !== border,
      ),
    );
  });
}

function connectedGroup(start: Key, neighbours: (cell: Key) => Key[]): Set<Key> {
  const found = new Set([start]);
  for (const cell of found) for (const next of neighbours(cell)) found.add(next);
  return found;
}
