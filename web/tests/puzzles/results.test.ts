// Whose results a browser keeps.

import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Puzzle } from "../../src/puzzles/pack";

const puzzle = (id: string): Puzzle => ({
  id,
  goal: "win",
  turns: 1,
  rating: 1200,
  themes: [],
  position: "",
  solution: [],
});

const stored = () => JSON.parse(window.localStorage.getItem("ringrift.puzzles") ?? "{}");
const solvedIds = (): string[] =>
  stored().standing.results.map((result: { puzzle: string }) => result.puzzle);

async function openPage() {
  vi.resetModules();
  return import("../../src/puzzles/results");
}

describe("the results of a solver", () => {
  beforeEach(() => window.localStorage.clear());

  it("move from a guest to the account", async () => {
    const { changeOwner, recordResult } = await openPage();
    recordResult(puzzle("a"), true, false);
    changeOwner("ann");
    expect(solvedIds()).toEqual(["a"]);
    expect(stored().unsent).toHaveLength(1);
    expect(stored().owner).toBe("ann");
  });

  it("keep the days of daily puzzles until the server has them", async () => {
    const { changeOwner, recordDay } = await openPage();
    recordDay("2026-11-18", false);
    recordDay("2026-11-18", false);
    changeOwner("ann");
    expect(stored()).toMatchObject({ unsentDays: ["2026-11-18"] });
    (await openPage()).changeOwner("ben");
    expect(stored()).toMatchObject({ unsentDays: [], standing: { days: [] } });
  });

  it("do not move from one account to another, nor to the next guest", async () => {
    const { changeOwner, recordResult } = await openPage();
    changeOwner("ann");
    recordResult(puzzle("a"), true, false);
    const later = await openPage();
    later.changeOwner("ann"); // the same account after a reload
    expect(solvedIds()).toEqual(["a"]);
    later.changeOwner("ben");
    expect(stored()).toMatchObject({ owner: "ben", unsent: [], standing: { results: [] } });
    later.recordResult(puzzle("b"), true, false);
    later.changeOwner(null);
    expect(stored()).toMatchObject({ owner: null, unsent: [], standing: { results: [] } });
  });
});
