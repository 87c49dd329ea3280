import { describe, expect, it } from "vitest";
import { countWays, fairShares, monthlyChange } from "../../src/account/results";
import type { RatingChange } from "../../src/api/types";
import { gameInfo, person } from "../lobby/games";

describe("a player's results", () => {
  it("are compared with a fair share for each number of players", () => {
    const results = [
      { players: 2, played: 8, won: 5 },
      { players: 3, played: 0, won: 0 },
      { players: 4, played: 3, won: 1 },
    ];
    expect(fairShares(results)).toEqual([
      { players: 2, games: 8, won: 63, fair: 50 },
      { players: 4, games: 3, won: 33, fair: 25 },
    ]);
  });

  it("are counted by how games were won", () => {
    const game = (winner: 1 | 2, reason: string) =>
      gameInfo({ winner, reason, seats: [person(1, "Ada"), person(2, "Ben")] });
    const games = [
      game(1, "territory_control"),
      game(1, "territory_control"),
      game(1, "resignation"),
      game(2, "ring_elimination"),
    ];
    expect(countWays(games, "ada")).toEqual([
      { way: "land", won: 2 },
      { way: "left", won: 1 },
    ]);
    expect(countWays(games, "ben")).toEqual([{ way: "rings", won: 1 }]);
  });

  it("have a change of the rating within the last month", () => {
    const now = 100 * 86_400;
    const change = (daysAgo: number, before: number, after: number): RatingChange => ({
      game: `${daysAgo}`,
      players: 2,
      board: "square8",
      speed: "rapid",
      at: now - daysAgo * 86_400,
      before: { value: before, uncertain: false },
      after: { value: after, uncertain: false },
    });
    const changes = [change(1, 1520, 1510), change(3, 1500, 1520), change(40, 1400, 1500)];
    expect(monthlyChange(changes, 2, now)).toBe(10);
    expect(monthlyChange(changes, 3, now)).toBeNull();
  });
});
