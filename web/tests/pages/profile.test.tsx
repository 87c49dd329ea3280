import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { matchRoute } from "../../src/browser/route";
import ProfilePage from "../../src/pages/profile";
import "../reactAct";

const rating = { players: 3, value: 1569, uncertain: true, games: 2 };
const profile = {
  account: { id: "a", name: "Ada", kind: "person" },
  since: 0,
  ratings: [rating],
  changes: [],
  results: [
    { players: 2, played: 5, won: 4 },
    { players: 3, played: 7, won: 1 },
  ],
  played: 12,
  won: 5,
};
let container: HTMLElement;
let root: Root;
let requested: string[] = [];

beforeEach(async () => {
  requested = [];
  vi.stubGlobal("fetch", async (path: string) => {
    requested.push(path);
    const empty = path.endsWith("/statistics") ? { games: 0 } : [];
    const body = /\/(games|ratings|statistics|follows)/.test(path) ? empty : profile;
    return new Response(JSON.stringify(body), { headers: { "Content-Type": "application/json" } });
  });
  container = document.createElement("div");
  document.body.append(container);
  root = createRoot(container);
  document.documentElement.lang = "en";
  const route = matchRoute(new URL("http://localhost/player/Ada"));
  await act(async () => root.render(<ProfilePage route={route} />));
});
afterEach(async () => {
  await act(async () => root.unmount());
  container.remove();
  vi.unstubAllGlobals();
});

it("a profile compares wins with a fair share for each number of players", () => {
  const rows = [...container.querySelectorAll("tbody tr")].map((row) =>
    [...row.querySelectorAll("td")].map((cell) => cell.textContent),
  );
  expect(rows).toEqual([
    ["2 players", "5", "80%", "50%"],
    ["3 players", "7", "14%", "33%"],
  ]);
});

it("it shows ratings on the familiar scale and says that few games do not settle one", () => {
  const figures = [...container.querySelectorAll(".figures li")].map((each) => each.textContent);
  expect(figures).toEqual([
    "Rating, 3 players1569?Still settling: play a few more games",
    "Games125 won",
  ]);
});

const clickIn = (selector: string, value: string) =>
  act(async () =>
    container.querySelector<HTMLInputElement>(`${selector} input[value="${value}"]`)?.click(),
  );

it("its games can be limited to one number of players", async () => {
  await clickIn("aside", "3");
  expect(requested.at(-1)).toBe("/players/Ada/games?players=3");
  await clickIn("aside", "all");
  expect(requested.at(-1)).toBe("/players/Ada/games");
});

it("its rating history is limited by number of players, board and speed", async () => {
  expect(requested).toContain("/players/Ada/ratings");
  await clickIn(".heading-row", "3");
  expect(requested.at(-1)).toBe("/players/Ada/ratings?players=3");
  const choose = (index: number, value: string) =>
    act(async () => {
      const select = container.querySelectorAll("select")[index];
      if (!select) throw new Error("there is no such filter");
      select.value = value;
      select.dispatchEvent(new Event("change", { bubbles: true }));
    });
  await choose(0, "hex8");
  await choose(1, "blitz");
  expect(requested.at(-1)).toBe("/players/Ada/ratings?players=3&board=hex8&speed=blitz");
});
