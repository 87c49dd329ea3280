// The contents of cells, and how they differ between two states.

import { keyOf } from "../rules/grid";
import type { Key, Move, Position, Seat, State } from "../rules/wire";

/** Rings top first; a marker or a territory has one seat, an empty cell none. */
export interface CellContents {
  kind: "empty" | "stack" | "marker" | "territory";
  seats: Seat[];
}

export const EMPTY: CellContents = { kind: "empty", seats: [] };

export type BoardContents = Map<Key, CellContents>;

/** The contents of all cells that are not empty. */
export function contentsOf(state: State): BoardContents {
  const { stacks, markers, collapsedSpaces } = state.board;
  const contents: BoardContents = new Map();
  for (const key in stacks) contents.set(key, { kind: "stack", seats: stacks[key]?.rings ?? [] });
  for (const key in markers)
    contents.set(key, { kind: "marker", seats: [markers[key]?.player as Seat] });
  for (const key in collapsedSpaces)
    contents.set(key, { kind: "territory", seats: [collapsedSpaces[key] as Seat] });
  return contents;
}

export function sameContents(a: CellContents, b: CellContents): boolean {
  if (a === b) return true;
  if (a.kind !== b.kind || a.seats.length !== b.seats.length) return false;
  return a.seats.every((seat, index) => seat === b.seats[index]);
}

export interface CellChange {
  key: Key;
  before: CellContents;
  after: CellContents;
}

/** The cells whose contents differ. */
export function diffContents(before: BoardContents, after: BoardContents): CellChange[] {
  const changes: CellChange[] = [];
  for (const [key, contents] of after) {
    const old = before.get(key) ?? EMPTY;
    if (!sameContents(old, contents)) changes.push({ key, before: old, after: contents });
  }
  for (const [key, contents] of before)
    if (!after.has(key)) changes.push({ key, before: contents, after: EMPTY });
  return changes;
}

/** The rings of `before` that are not in `after`, top first. */
export function ringsRemoved(before: Seat[], after: Seat[]): Seat[] {
  const left = [...after];
  return before.filter((ring) => {
    const at = left.lastIndexOf(ring);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** The cells of a move in order: start, capture target, landing. */
export function pathOf(move: Move): Key[] {
  const { from, captureTarget, to } = move as {
    from?: Position;
    captureTarget?: Position;
    to?: Position;
  };
  return [from, captureTarget, to].flatMap((stop) => (stop ? [keyOf(stop)] : []));
}

/** The cells that a move names as collapsing, in its order. */
export function cellsCollapsedBy(move: Move): Key[] {
  switch (move.type) {
    case "process_line":
      return move.line.map(keyOf);
    case "choose_line_reward":
      return move.collapse.map(keyOf);
    case "recovery_slide":
      return (move.collapse ?? []).map(keyOf);
    case "process_territory_region":
      return move.region.map(keyOf);
    default:
      return [];
  }
}
