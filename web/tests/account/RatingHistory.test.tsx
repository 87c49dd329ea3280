import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { RatingHistory, ratingLines } from "../../src/account/RatingHistory";

const change = (players: number, at: number, before: number, after: number) => ({
  game: `${players}/${at}`,
  players,
  board: "square8" as const,
  speed: "rapid" as const,
  at,
  before: { value: before, uncertain: true },
  after: { value: after, uncertain: false },
});

const CHANGES = [
  change(4, 6, 1480, 1460),
  change(2, 5, 1520, 1541),
  change(4, 4, 1500, 1480),
  change(2, 1, 1500, 1520),
];

describe("the rating history", () => {
  it("has a line for each number of players, oldest game first", () => {
    expect(
      ratingLines(CHANGES).map(({ players, points }) => [
        players,
        points.map(({ value }) => value),
      ]),
    ).toEqual([
      [2, [1500, 1520, 1541]],
      [4, [1500, 1480, 1460]],
    ]);
  });

  it("says in words how the ratings changed", () => {
    const container = document.createElement("div");
    container.innerHTML = renderToStaticMarkup(<RatingHistory changes={CHANGES} />);
    expect(container.querySelector("[role=img]")?.getAttribute("aria-label")).toBe(
      "Rating in games with 2 players: from 1500 to 1541. " +
        "Rating in games with 4 players: from 1500 to 1460.",
    );
    expect(container.querySelectorAll("polyline")).toHaveLength(2);
  });

  it("keeps every point inside the chart, even of a single game", () => {
    const markup = renderToStaticMarkup(<RatingHistory changes={[change(3, 7, 1500, 1512)]} />);
    const [, points = ""] = /points="([^"]+)"/.exec(markup) ?? [];
    const numbers = points.split(/[ ,]/).map(Number);
    expect(numbers).toHaveLength(4);
    for (const number of numbers) expect(number).toBeGreaterThan(0);
  });

  it("says so where there is none", () => {
    expect(renderToStaticMarkup(<RatingHistory changes={[]} />)).toContain("No rated games");
  });
});
