// The trail of a turn, read from its moves and the states between them.

import { keyOf } from "../rules/grid";
import type { Key, Move, Position, State } from "../rules/wire";
import { type CellChange, cellsCollapsedBy, contentsOf, diffContents } from "./cellContents";
import type { Trail } from "./types";

/** One move of a turn; without its states the trail is what the move itself says. */
export interface TrailStep {
  move: Move;
  before?: State | undefined;
  after?: State | undefined;
}

export const NO_TRAIL: Trail = {
  placed: [],
  start: null,
  path: [],
  flips: [],
  collapsed: [],
  taken: [],
  end: null,
};

/** The trail of the moves of one turn, in order; null when they touch no cell. */
export function trailOf(steps: readonly TrailStep[]): Trail | null {
  const trail = steps.reduce(
    (joined, { move, before, after }) =>
      joinTrails(
        joined,
        trailOfMove(
          move,
          before && after && before.board.type === after.board.type
            ? diffContents(contentsOf(before), contentsOf(after))
            : null,
        ),
      ),
    NO_TRAIL,
  );
  return isEmpty(trail) ? null : trail;
}

/** The trail of one move; without its changes, as far as the move itself says. */
export function trailOfMove(move: Move, changes: CellChange[] | null): Trail {
  const stops = stopsOf(move);
  const turned = (changes ?? []).filter(
    ({ before, after }) =>
      before.kind === "marker" && after.kind === "marker" && after.seats[0] === move.player,
  );
  const gained = (changes ?? []).filter(
    ({ before, after }) => after.kind === "territory" && before.kind !== "territory",
  );
  return {
    placed: move.type === "place_ring" ? [keyOf(move.to)] : [],
    start: stops[0] ?? null,
    path: stops,
    flips: turned.map(({ key }) => key),
    collapsed: changes ? gained.map(({ key }) => key) : cellsCollapsedBy(move),
    taken: "captureTarget" in move ? [keyOf(move.captureTarget)] : [],
    end: stops.at(-1) ?? null,
  };
}

function stopsOf(move: Move): Key[] {
  if (!("from" in move)) return [];
  const { from, to } = move as { from: Position; to: Position };
  return [keyOf(from), keyOf(to)];
}

function joinTrails(first: Trail, then: Trail): Trail {
  const joins = first.path.at(-1) === then.path[0];
  const both = (one: Key[], other: Key[]): Key[] => [...new Set([...one, ...other])];
  const collapsed = both(first.collapsed, then.collapsed);
  return {
    placed: both(first.placed, then.placed),
    start: first.start ?? then.start,
    path: [...first.path, ...(joins ? then.path.slice(1) : then.path)],
    flips: both(first.flips, then.flips).filter((key) => !collapsed.includes(key)),
    collapsed,
    taken: both(first.taken, then.taken),
    end: then.end ?? first.end,
  };
}

export function isEmpty({ placed, path, flips, collapsed, taken }: Trail): boolean {
  return ![placed, path, flips, collapsed, taken].some((cells) => cells.length);
}
