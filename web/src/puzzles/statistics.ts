// What the results add up to: days in a row, and how well each theme goes.

import type { Puzzle } from "./pack";
import type { PuzzleResult } from "./results";

const DAY_MS = 86_400_000;

/** The days in a row up to today, or to yesterday while today's puzzle is open; and the most. */
export function dayStreak(days: readonly string[], today: string): { now: number; best: number } {
  const numbers = days.map((day) => Math.round(Date.parse(day) / DAY_MS));
  const known = new Set(numbers);
  const runFrom = (day: number) => {
    let length = 0;
    while (known.has(day - length)) length++;
    return length;
  };
  const last = Math.round(Date.parse(today) / DAY_MS);
  return {
    now: runFrom(last) || runFrom(last - 1),
    best: Math.max(0, ...numbers.map(runFrom)),
  };
}

/** The share of the puzzles of each theme that were solved at the first try. */
export function shareByTheme(
  puzzles: readonly Puzzle[],
  results: readonly PuzzleResult[],
): Map<string, { solved: number; attempts: number }> {
  const byId = new Map(results.map((result) => [result.puzzle, result]));
  const shares = new Map<string, { solved: number; attempts: number }>();
  for (const { id, themes } of puzzles) {
    const result = byId.get(id);
    for (const theme of themes) {
      const share = shares.get(theme) ?? { solved: 0, attempts: 0 };
      if (result) share.attempts++;
      if (result?.solved) share.solved++;
      shares.set(theme, share);
    }
  }
  return shares;
}
