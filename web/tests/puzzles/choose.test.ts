// @vitest-environment node
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { dailyPuzzle, puzzleNear, runRating } from "../../src/puzzles/choose";
import type { Puzzle } from "../../src/puzzles/pack";

const DAYS = new URL("../../../tests/data/puzzle_daily.json", import.meta.url);
const shared = JSON.parse(readFileSync(DAYS, "utf8")) as {
  puzzles: Pick<Puzzle, "id" | "rating">[];
  days: Record<string, string>;
};
const puzzle = (id: string, rating: number): Puzzle => ({
  id,
  rating,
  goal: "win",
  turns: 1,
  themes: [],
  position: "",
  solution: [],
});
const puzzles = shared.puzzles.map(({ id, rating }) => puzzle(id, rating));

describe("the puzzle of the day", () => {
  it("is the same as the server's", () => {
    for (const [day, id] of Object.entries(shared.days)) {
      expect(dailyPuzzle(puzzles, new Date(`${day}T00:00:00Z`))?.id).toBe(id);
      expect(dailyPuzzle(puzzles, new Date(`${day}T23:59:59Z`))?.id).toBe(id);
    }
  });
});

describe("the next puzzle", () => {
  const three = [puzzle("a", 800), puzzle("b", 1200), puzzle("c", 1900)];

  it("is near the wanted rating and was not attempted", () => {
    expect(puzzleNear(three, 1250, new Set(), 0)?.id).toBe("b");
    expect(puzzleNear(three, 1250, new Set(["b"]), 0)?.id).toBe("a");
  });

  it("comes again when every one was attempted", () => {
    expect(puzzleNear(three, 1250, new Set(["a", "b", "c"]), 0.99)?.id).toBe("b");
    expect(puzzleNear([], 1250, new Set(), 0)).toBeNull();
  });

  it("gets harder in a streak", () => {
    expect(runRating(10)).toBeGreaterThan(runRating(2));
  });
});
