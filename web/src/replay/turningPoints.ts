// Expected shares through a game, and the moves that changed them most.

import type { State } from "../rules/wire";

export interface EvaluatedPoint {
  /** The number of steps that lead to this position. */
  at: number;
  shares: number[];
}

export interface TurningPoint {
  before: EvaluatedPoint;
  after: EvaluatedPoint;
  /** Index of the seat whose share changed most, from 0. */
  seat: number;
  change: number;
}

/** Returns the exact shares of a finished game, or null. */
export function finalShares(state: State): number[] | null {
  if (state.winner === null) return null;
  return state.players.map((player) => (player.playerNumber === state.winner ? 1 : 0));
}

/** Returns the largest changes between neighbouring points, in game order. */
export function findTurningPoints(
  points: readonly EvaluatedPoint[],
  maxCount = 5,
  minChange = 0.08,
): TurningPoint[] {
  const changes = points
    .slice(1)
    .map((after, i) => largestChange(points[i] as EvaluatedPoint, after));
  return changes
    .filter((point) => Math.abs(point.change) >= minChange)
    .sort((a, b) => Math.abs(b.change) - Math.abs(a.change))
    .slice(0, maxCount)
    .sort((a, b) => a.after.at - b.after.at);
}

function largestChange(before: EvaluatedPoint, after: EvaluatedPoint): TurningPoint {
  const changes = after.shares.map((share, i) => share - (before.shares[i] ?? 0));
  const seat = changes.reduce(
    (best, change, i) => (Math.abs(change) > Math.abs(changes[best] ?? 0) ? i : best),
    0,
  );
  return { before, after, seat, change: changes[seat] ?? 0 };
}

/** Returns at most `maxCount` of the points, always including the first and the last. */
export function sampleEvenly(stops: readonly number[], maxCount: number): number[] {
  if (stops.length <= maxCount) return [...stops];
  const step = (stops.length - 1) / (maxCount - 1);
  return Array.from({ length: maxCount }, (_, i) => stops[Math.round(i * step)] ?? 0);
}
