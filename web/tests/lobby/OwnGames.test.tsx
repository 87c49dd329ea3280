import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { WaitingGame } from "../../src/api/types";
import { describeTimeLeft, OwnGames } from "../../src/lobby/OwnGames";
import { freeSeat, gameInfo, person } from "./games";

const POSITION =
  "square8 standard 8/8/8/8/8/8/8/8 1 ring_placement 1 h 18,18 0,0 -,- -,- -/-/-/- on *";
const seats = [person(1, "Ada"), person(2, "Ben")];
const live = (to_move: 1 | 2) =>
  gameInfo({ id: `live${to_move}`, seats, preview: { position: POSITION, turn: 1, to_move } });
const waiting = (game: WaitingGame["game"], more: Partial<WaitingGame> = {}): WaitingGame => ({
  game,
  your_turn: false,
  deadline: null,
  rematch_offer: false,
  ...more,
});

function render(games: WaitingGame[]): HTMLElement[] {
  const container = document.createElement("div");
  container.innerHTML = renderToStaticMarkup(<OwnGames games={games} me="ada" />);
  return [...container.querySelectorAll("li")];
}

describe("a player's games", () => {
  it("say in words whose turn it is", () => {
    const cards = render([
      waiting(live(1), { your_turn: true }),
      waiting(live(2)),
      waiting(gameInfo({ id: "open", status: "open", seats: [person(1, "Ada"), freeSeat(2)] })),
    ]);
    expect(cards.map((card) => card.querySelector("a")?.textContent)).toEqual([
      "Your turn",
      "Waiting for Ben",
      "Waiting for players",
    ]);
    expect(cards.map((card) => card.dataset.turn)).toEqual(["true", "false", "false"]);
    expect(cards[0]?.textContent).toContain("You");
    expect(cards[0]?.textContent).toContain("You are blue");
  });

  it("offer a rematch to accept", () => {
    const offer = gameInfo({ id: "new", status: "open", seats: [person(1, "Ben"), freeSeat(2)] });
    const [card] = render([waiting(offer, { rematch_offer: true })]);
    expect(card?.querySelector("a")?.textContent).toBe("Ben wants a rematch");
    expect(card?.querySelector("button")?.textContent).toBe("Play the rematch");
  });

  it.for([
    [90, "1 minute"],
    [14 * 3600 + 60, "14 hours"],
    [2.5 * 86_400, "2 days"],
    [-5, "0 minutes"],
  ] as const)("show the time left: %i s as %s", ([left, text]) => {
    expect(describeTimeLeft(1000 + left, 1000)).toBe(text);
  });
});
