// Which puzzle comes next.

import { sha256 } from "../rules/sha256";
import type { Puzzle } from "./pack";

const DAY_MS = 86_400_000;
/** Day 1 of Python's `date.toordinal` is 1 January of year 1. */
const ORDINAL_OF_1970 = 719_163;
const DAILY_RATINGS = [700, 1700] as const;
/** Puzzles within this distance of the wanted rating are equally suitable. */
const REACH = 120;
const RUN_START = 650;
const RUN_STEP = 60;

/** The puzzle of a day in UTC, as src/ringrift/puzzles/daily.py chooses it. */
export function dailyPuzzle(puzzles: readonly Puzzle[], now: Date): Puzzle | null {
  const [low, high] = DAILY_RATINGS;
  const suitable = puzzles.filter(({ rating }) => rating >= low && rating <= high);
  const order = (suitable.length > 0 ? suitable : [...puzzles])
    .map((puzzle) => ({ puzzle, key: sha256(puzzle.id) }))
    .sort((one, other) => (one.key < other.key ? -1 : 1));
  const day = Math.floor(now.getTime() / DAY_MS) + ORDINAL_OF_1970;
  return order[day % order.length]?.puzzle ?? null;
}

/** The date of a day in UTC, such as 2026-11-18. */
export const dayOf = (now: Date): string => now.toISOString().slice(0, 10);

/**
 * A puzzle near a rating that was not attempted; `random` is from 0 to 1. When all were attempted,
 * they come again.
 */
export function puzzleNear(
  puzzles: readonly Puzzle[],
  rating: number,
  attempted: ReadonlySet<string>,
  random: number,
): Puzzle | null {
  const fresh = puzzles.filter(({ id }) => !attempted.has(id));
  const from = fresh.length > 0 ? fresh : puzzles;
  const distance = (puzzle: Puzzle) => Math.abs(puzzle.rating - rating);
  const closest = Math.min(...from.map(distance));
  const near = from.filter((puzzle) => distance(puzzle) <= Math.max(REACH, closest));
  return near[Math.floor(random * near.length)] ?? null;
}

/** The rating of the next puzzle of a streak: each is harder than the last one. */
export const runRating = (solved: number): number => RUN_START + RUN_STEP * solved;

export function levelOf(rating: number): "easy" | "medium" | "hard" | "extreme" {
  if (rating < 900) return "easy";
  if (rating < 1250) return "medium";
  return rating < 1600 ? "hard" : "extreme";
}
