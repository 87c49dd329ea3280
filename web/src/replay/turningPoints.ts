// What the seats could expect at each stop of a game, and where that changed most.

import type { State } from "../rules/wire";

export interface EvaluatedPoint {
  /** How many steps lead there. */
  at: number;
  shares: number[];
}

export interface TurningPoint {
  before: EvaluatedPoint;
  after: EvaluatedPoint;
  /** The seat whose share changed most, counted from 0. */
  seat: number;
  change: number;
}

/** A finished game needs no search. */
export function finalShares(state: State): number[] | null {
  if (state.winner === null) return null;
  return state.players.map((player) => (player.playerNumber === state.winner ? 1 : 0));
}

/** The largest changes from one stop to the next, in the order of the game. */
export function findTurningPoints(
  points: readonly EvaluatedPoint[],
  most = 5,
  least = 0.08,
): TurningPoint[] {
  const changes = points.slice(1).map((after, i) => changeTo(points[i] as EvaluatedPoint, after));
  return changes
    .filter((point) => Math.abs(point.change) >= least)
    .sort((a, b) => Math.abs(b.change) - Math.abs(a.change))
    .slice(0, most)
    .sort((a, b) => a.after.at - b.after.at);
}

function changeTo(before: EvaluatedPoint, after: EvaluatedPoint): TurningPoint {
  const changes = after.shares.map((share, i) => share - (before.shares[i] ?? 0));
  const seat = changes.reduce(
    (best, change, i) => (Math.abs(change) > Math.abs(changes[best] ?? 0) ? i : best),
    0,
  );
  return { before, after, seat, change: changes[seat] ?? 0 };
}

/** At most so many of the stops, the first and the last among them. */
export function sampleEvenly(stops: readonly number[], most: number): number[] {
  if (stops.length <= most) return [...stops];
  const step = (stops.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, i) => stops[Math.round(i * step)] ?? 0);
}
