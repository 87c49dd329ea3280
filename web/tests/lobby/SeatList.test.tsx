import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { SeatList } from "../../src/lobby/SeatList";
import { SeatNames } from "../../src/lobby/SeatNames";
import { freeSeat, gameInfo, person } from "./games";

const game = gameInfo({
  settings: { players: 3 },
  seats: [person(1, "Ada"), { seat: 2, kind: "level", account: null, level: 3 }, freeSeat(3)],
});

it.each([
  ["the seats of a game that waits", <SeatList key="list" game={game} busy={false} />],
  ["the players in a list of games", <SeatNames key="names" game={game} />],
])("%s name a level with its strength", (_, shown) => {
  const container = document.createElement("div");
  container.innerHTML = renderToStaticMarkup(shown);
  const names = [...container.querySelectorAll(".seat-name")].map((each) => each.textContent);
  expect(names).toEqual(["Ada", "Level 3 · Learning", "Free seat"]);
});
