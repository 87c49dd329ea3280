// What a cell holds, and what changed from one state to the next.

import { keyOf } from "../rules/grid";
import type { Key, Move, Position, Seat, State } from "../rules/wire";

/** Rings top first; a marker or a territory has one seat, an empty cell none. */
export interface CellContents {
  kind: "empty" | "stack" | "marker" | "territory";
  seats: Seat[];
}

export const EMPTY: CellContents = { kind: "empty", seats: [] };

export type BoardContents = Map<Key, CellContents>;

/** The cells of a state that hold something. */
export function contentsOf(state: State): BoardContents {
  const { stacks, markers, collapsedSpaces } = state.board;
  const held: BoardContents = new Map();
  for (const key in stacks) held.set(key, { kind: "stack", seats: stacks[key]?.rings ?? [] });
  for (const key in markers)
    held.set(key, { kind: "marker", seats: [markers[key]?.player as Seat] });
  for (const key in collapsedSpaces)
    held.set(key, { kind: "territory", seats: [collapsedSpaces[key] as Seat] });
  return held;
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

/** Every cell that differs. */
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

/** The rings that were in one stack, or several, and are not in the other, top first. */
export function ringsRemoved(before: Seat[], after: Seat[]): Seat[] {
  const left = [...after];
  return before.filter((ring) => {
    const at = left.lastIndexOf(ring);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** The cells that a move goes by, in order: where it starts, whom it captures, where it ends. */
export function pathOf(move: Move): Key[] {
  const { from, captureTarget, to } = move as {
    from?: Position;
    captureTarget?: Position;
    to?: Position;
  };
  return [from, captureTarget, to].flatMap((stop) => (stop ? [keyOf(stop)] : []));
}

/** The cells that a move says will collapse, in its order. */
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

/** What the last move did: the cells it went by, the markers it turned, the cells it collapsed. */
export interface MoveTrail {
  path: Key[];
  flipped: Key[];
  collapsed: Key[];
}

/** The track of a move; without the changes it made, what the move itself tells. */
export function trailOf(move: Move, changes: CellChange[] | null): MoveTrail {
  const turned = (changes ?? []).filter(
    ({ before, after }) =>
      before.kind === "marker" && after.kind === "marker" && after.seats[0] === move.player,
  );
  const gained = (changes ?? []).filter(({ after }) => after.kind === "territory");
  return {
    path: pathOf(move),
    flipped: turned.map(({ key }) => key),
    collapsed: changes ? gained.map(({ key }) => key) : cellsCollapsedBy(move),
  };
}
