import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { GameInfo, RatingOutcome } from "../../src/api/types";
import { PlayedGame } from "../../src/lobby/PlayedGame";
import { gameInfo, person } from "./games";

const finished = (more: Partial<GameInfo> = {}): GameInfo =>
  gameInfo({
    status: "over",
    rated: true,
    rating_outcome: "counted",
    ended_at: 2,
    winner: 1,
    reason: "territory_control",
    seats: [
      person(1, "Ada", { rank: 1, rating_change: 19 }),
      person(2, "Ben", { rank: 2, rating_change: -19 }),
    ],
    ...more,
  });
const text = (game: GameInfo, account: string) => {
  const container = document.createElement("div");
  container.innerHTML = renderToStaticMarkup(<PlayedGame game={game} account={account} />);
  return container.textContent ?? "";
};

it("a game says how it was won, against whom, and what it did to the rating", () => {
  expect(text(finished(), "ada")).toMatch(/^Won by landBen · .*\+19/);
});

it("a game says the place of a player who did not win, and who won", () => {
  expect(text(finished(), "ben")).toMatch(/^2nd of 2Ada · .*Ada wins by territory.*−19/);
});

it.for([
  ["no_turn", "ended before every player had completed a turn"],
  ["repeated", "had already met in five rated games"],
  ["own_bot", "have the same owner"],
] as const)("a rated game that did not count (%s) says why", ([outcome, reason]) => {
  expect(text(finished({ rating_outcome: outcome as RatingOutcome }), "ada")).toContain(reason);
});

it("a rated game that counted says nothing more", () => {
  expect(text(finished(), "ada")).not.toContain("count:");
});
