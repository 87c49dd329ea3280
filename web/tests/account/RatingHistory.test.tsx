import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { RatingHistory } from "../../src/account/RatingHistory";

const change = (players: number, at: number, before: number, after: number) => ({
  game: `${players}/${at}`,
  players,
  at,
  before,
  after,
});

/** The heights of the points of each chart by its label, oldest first. */
function chartHeights(changes: ReturnType<typeof change>[]): Record<string, number[]> {
  const container = document.createElement("div");
  container.innerHTML = renderToStaticMarkup(<RatingHistory changes={changes} />);
  const heights = (points: string) => points.split(" ").map((point) => Number(point.split(",")[1]));
  return Object.fromEntries(
    [...container.querySelectorAll("svg")].map((chart) => [
      chart.getAttribute("aria-label"),
      heights(chart.querySelector("polyline")?.getAttribute("points") ?? ""),
    ]),
  );
}

describe("the rating history", () => {
  it("has a chart for each number of players", () => {
    const found = chartHeights([
      change(4, 6, 20, 10),
      change(2, 5, 28, 31),
      change(4, 4, 25, 20),
      change(2, 1, 25, 28),
    ]);
    expect(found).toEqual({
      "Rating history, 2 players": [112, 60, 8],
      "Rating history, 4 players": [8, expect.closeTo(42.67), 112],
    });
  });

  it("is not drawn for a single game", () => {
    expect(chartHeights([change(2, 1, 25, 28), change(3, 2, 25, 24)])).toEqual({});
  });
});
