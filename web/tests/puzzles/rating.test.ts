// @vitest-environment node
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { rate } from "../../src/puzzles/rating";
import { dayStreak } from "../../src/puzzles/statistics";

const CASES = new URL("../../../tests/data/puzzle_rating.json", import.meta.url);

interface RatingCase {
  rating: number;
  deviation: number;
  puzzle: number;
  solved: boolean;
  after: { rating: number; deviation: number };
}

it("rates as the server does", () => {
  for (const one of JSON.parse(readFileSync(CASES, "utf8")) as RatingCase[]) {
    const after = rate(one, one.puzzle, one.solved);
    expect(after.rating).toBeCloseTo(one.after.rating, 6);
    expect(after.deviation).toBeCloseTo(one.after.deviation, 6);
  }
});

it("counts the days in a row until today or yesterday", () => {
  const days = ["2026-11-10", "2026-11-11", "2026-11-12", "2026-11-16", "2026-11-17"];
  expect(dayStreak(days, "2026-11-17")).toEqual({ now: 2, best: 3 });
  expect(dayStreak(days, "2026-11-18")).toEqual({ now: 2, best: 3 });
  expect(dayStreak(days, "2026-11-19")).toEqual({ now: 0, best: 3 });
  expect(dayStreak([], "2026-11-19")).toEqual({ now: 0, best: 0 });
});
