// What a cell holds, and what changed from one state to the next.

import type { Key, Move, Position, Seat, State } from "../rules/wire";

/** Rings top first; a marker or a territory has one seat, an empty cell none. */
export interface Holding {
  kind: "empty" | "stack" | "marker" | "territory";
  seats: Seat[];
}

export const EMPTY: Holding = { kind: "empty", seats: [] };

export type Holdings = Map<Key, Holding>;

/** The cells of a state that hold something. */
export function holdingsOf(state: State): Holdings {
  const { stacks, markers, collapsedSpaces } = state.board;
  const held: Holdings = new Map();
  for (const key in stacks) held.set(key, { kind: "stack", seats: stacks[key]?.rings ?? [] });
  for (const key in markers)
    held.set(key, { kind: "marker", seats: [markers[key]?.player as Seat] });
  for (const key in collapsedSpaces)
    held.set(key, { kind: "territory", seats: [collapsedSpaces[key] as Seat] });
  return held;
}

export function alike(a: Holding, b: Holding): boolean {
  if (a === b) return true;
  if (a.kind !== b.kind || a.seats.length !== b.seats.length) return false;
  return a.seats.every((seat, index) => seat === b.seats[index]);
}

/** How many of the top rings are the controller's [R022]. */
export function capOf(rings: Seat[]): number {
  const other = rings.findIndex((ring) => ring !== rings[0]);
  return other < 0 ? rings.length : other;
}

export interface Change {
  key: Key;
  was: Holding;
  is: Holding;
}

/** Every cell that differs. */
export function changesOf(before: Holdings, after: Holdings): Change[] {
  const changes: Change[] = [];
  for (const [key, is] of after) {
    const was = before.get(key) ?? EMPTY;
    if (!alike(was, is)) changes.push({ key, was, is });
  }
  for (const [key, was] of before) if (!after.has(key)) changes.push({ key, was, is: EMPTY });
  return changes;
}

/** The rings that were in one stack, or several, and are not in the other, top first. */
export function ringsLost(was: Seat[], is: Seat[]): Seat[] {
  const left = [...is];
  return was.filter((ring) => {
    const at = left.lastIndexOf(ring);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

export function keyOf({ x, y, z }: Position): Key {
  return z === undefined ? `${x},${y}` : `${x},${y},${z}`;
}

/** The cells that a move goes by, in order: where it starts, whom it captures, where it ends. */
export function stopsOf(move: Move): Key[] {
  const { from, captureTarget, to } = move as {
    from?: Position;
    captureTarget?: Position;
    to?: Position;
  };
  return [from, captureTarget, to].flatMap((stop) => (stop ? [keyOf(stop)] : []));
}

/** The cells that a move says will collapse, in its order. */
export function collapsingBy(move: Move): Key[] {
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
export interface Track {
  stops: Key[];
  turned: Key[];
  collapsed: Key[];
}

/** The track of a move; without the changes it made, what the move itself tells. */
export function trackOf(move: Move, changes: Change[] | null): Track {
  const turned = (changes ?? []).filter(
    ({ was, is }) => was.kind === "marker" && is.kind === "marker" && is.seats[0] === move.player,
  );
  const gained = (changes ?? []).filter(({ is }) => is.kind === "territory");
  return {
    stops: stopsOf(move),
    turned: turned.map(({ key }) => key),
    collapsed: changes ? gained.map(({ key }) => key) : collapsingBy(move),
  };
}
