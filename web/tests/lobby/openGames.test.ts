import { describe, expect, it } from "vitest";
import type { GameInfo } from "../../src/api/types";
import { filterGames, NO_FILTER, sortByRating } from "../../src/lobby/openGames";
import { freeSeat, gameInfo, person } from "./games";

const hostedAt = (id: string, value: number | null, players: 2 | 3 = 2): GameInfo =>
  gameInfo({
    id,
    status: "open",
    settings: { players },
    seats: [
      person(1, id, value === null ? {} : { rating: { value, uncertain: false } }),
      freeSeat(2),
    ],
  });

describe("open games", () => {
  it("come with the nearest rating first; unrated players follow", () => {
    const games = [
      hostedAt("strong", 1900),
      hostedAt("guest", null),
      hostedAt("near", 1530),
      hostedAt("weak", 1400),
    ];
    expect(sortByRating(games, { 2: 1500 }).map(({ id }) => id)).toEqual([
      "near",
      "weak",
      "strong",
      "guest",
    ]);
  });

  it("are compared by the rating for their number of players", () => {
    const games = [hostedAt("two", 1500), hostedAt("three", 1610, 3)];
    expect(sortByRating(games, { 2: 1400, 3: 1600 }).map(({ id }) => id)).toEqual(["three", "two"]);
  });

  it("are limited to players, boards and clocks", () => {
    const games = [
      gameInfo({ id: "small", settings: { board: "square8" } }),
      gameInfo({
        id: "big",
        settings: { board: "hexagonal", players: 3, clock: { kind: "correspondence", days: 1 } },
      }),
    ];
    const shown = (filter: Partial<typeof NO_FILTER>) =>
      filterGames(games, { ...NO_FILTER, ...filter }).map(({ id }) => id);
    expect(shown({})).toEqual(["small", "big"]);
    expect(shown({ players: 3 })).toEqual(["big"]);
    expect(shown({ board: "big" })).toEqual(["big"]);
    expect(shown({ board: "square8" })).toEqual(["small"]);
    expect(shown({ clock: "live" })).toEqual(["small"]);
    expect(shown({ clock: "daily" })).toEqual(["big"]);
  });
});
