// The current streak, which outlasts a reload of the page.

/** A streak under way: how many puzzles were solved, and the one on the screen. */
export interface StreakRun {
  solved: number;
  puzzle: string;
}

const STORAGE_KEY = "ringrift.puzzleStreak";

export function readRun(): StreakRun | null {
  try {
    const run = JSON.parse(window.localStorage.getItem(STORAGE_KEY) ?? "null");
    return Number.isInteger(run?.solved) && typeof run?.puzzle === "string" ? run : null;
  } catch {
    return null;
  }
}

/** Null ends the streak. */
export function storeRun(run: StreakRun | null): void {
  try {
    if (run) window.localStorage.setItem(STORAGE_KEY, JSON.stringify(run));
    else window.localStorage.removeItem(STORAGE_KEY);
  } catch {
    // Without storage the streak lasts until the page is left.
  }
}
