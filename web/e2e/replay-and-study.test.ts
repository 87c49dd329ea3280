// Analysis of a game turn by turn, and study of its positions.

import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import type { BoardElement } from "../src/board/types";
import { clickImmediately } from "./harness/clickImmediately";
import { it as story } from "./harness/fixtures";
import { GamePage } from "./harness/gamePage";
import { RandomPlayer } from "./harness/randomPlayer";
import { findAccessibilityIssues } from "./harness/screenshots";
import { REDUCED_MOTION, type User } from "./harness/users";

const it = story.extend("link", { scope: "file" }, async ({ sharedUsers }) => {
  const spectator = await sharedUsers.open(REDUCED_MOTION);
  const link = await playComputerGame(spectator);
  await spectator.close();
  sharedUsers.expectNoErrors();
  return link;
});

/** Lets two computer players finish a game in the sandbox; returns its link. */
async function playComputerGame({ page }: User): Promise<string> {
  await page.goto("/sandbox");
  await page.getByRole("button", { name: "New game" }).click();
  const wishes = page.getByRole("dialog");
  await wishes.getByRole("radio", { name: "2" }).check({ force: true });
  for (const [colour, level] of Object.entries({ Blue: 2, Red: 1 }))
    await wishes
      .getByLabel(`${colour} is played by`)
      .selectOption({ label: `Computer, level ${level}` });
  await wishes.getByRole("button", { name: "Start" }).click();
  await page.getByRole("radio", { name: "Fast" }).check({ force: true });
  await new RandomPlayer(page, 1).play();
  await page.getByRole("button", { name: "Load and share" }).click();
  return page.getByLabel("Link to this game").inputValue();
}

/** Ann opens, Ben swaps sides and resigns: seat 2, now Ann's, wins. */
const SWAPPED = `[RingRift "1"]
[Board "square8"]
[Players "2"]
[Edition "standard"]
[Swap "on"]
[Player1 "Ann"]
[Player2 "Ben"]
[Result "2+resignation"]

1. @d4x2 d4-d6 - -
2. swap @f3 f3-f5 - -
3. @c2 c2-c4 - -
2+resignation
`;

/** Ann and Ben play at random, so most turns could be better. */
const RANDOM_GAME = `[RingRift "1"]
[Board "square8"]
[Players "2"]
[Edition "standard"]
[Swap "off"]
[Player1 "Ann"]
[Player2 "Ben"]
[Result "2+resignation"]

1. @c8 c8-c3 - -
2. @c5x2 c5-c7 c7xc3-c2 - -
3. @h8x3 h8-e8 - -
4. @f3 f3-f6 - -
5. @e1x2 e1-c1 skip - -
6. @b8 b8-d6 skip - -
7. @a2 a2-b3 - -
2+resignation
`;

const readBoard = (page: Page) =>
  page.evaluate(() => {
    const state = document.querySelector<BoardElement>("ringrift-board")?.state;
    return { turn: state?.turnNumber ?? 0, phase: state?.currentPhase ?? "" };
  });

const chart = (page: Page) =>
  page.getByRole("slider", { name: "Chance of winning after each turn" });
const shownTurn = async (page: Page) => Number(await chart(page).getAttribute("aria-valuenow"));
const waitUntilJudged = (page: Page) =>
  page.waitForFunction(() => document.querySelector(".accuracy .progress")?.textContent === "");

/** Looks for an exercise whose answer has no line or region, and returns its moves in notation. */
async function findPlayableAnswer(page: Page): Promise<string[]> {
  for (;;) {
    await page.getByRole("button", { name: "Show the answer" }).click();
    const shown = (await page.locator("[data-verdict='shown']").textContent()) ?? "";
    const moves = toNotation(shown.replace(/^The better turn: |\.$/g, "").split(", "));
    if (moves) return moves;
    await page.getByRole("button", { name: "Next", exact: true }).click();
  }
}

/** `+2 h2`, `h2–c7`, `×c5–c3`, `×c5–c8` are `@h2x2`, `h2-c7`, `c7xc5-c3`, `>c3xc5-c8`. */
function toNotation(parts: string[]): string[] | null {
  const moves: string[] = [];
  let at = "";
  let chain = "";
  for (const part of parts) {
    const [, count, cell] = /^\+(\d) (\w+)$/.exec(part) ?? [];
    const [, from, to] = /^(\w+)–(\w+)$/.exec(part) ?? [];
    const [, origin, target, landing] = /^(\w*)×(\w+)–(\w+)$/.exec(part) ?? [];
    if (cell) moves.push(`@${cell}${count === "1" ? "" : `x${count}`}`);
    else if (from) moves.push(`${from}-${to}`);
    else if (target) moves.push(`${chain}${origin || at}x${target}-${landing}`);
    else return null;
    if (target) chain = ">";
    at = cell ?? to ?? landing ?? "";
  }
  return moves;
}

async function download(page: Page, button: string): Promise<string> {
  await page.getByRole("button", { name: "Download" }).click();
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: button }).click();
  return readFile(await (await downloading).path(), "utf8");
}

describe("a replay", () => {
  it("is navigated by buttons and keys, by turn or by decision, and plays", async ({
    users,
    link,
  }) => {
    const { page } = await users.open(REDUCED_MOTION);
    await page.goto(link);
    await chart(page).waitFor();
    expect(await shownTurn(page)).toBe(1);
    await page.getByRole("button", { name: "Go to the end" }).click();
    await page.getByText(/^(Blue|Red) won/).waitFor();
    const last = await shownTurn(page);
    expect(last).toBeGreaterThan(5);
    await page.getByRole("button", { name: "Previous turn" }).click();
    expect(await shownTurn(page)).toBe(last - 1);
    await page.keyboard.press("Home");
    await expect.poll(() => readBoard(page)).toEqual({ turn: 1, phase: "ring_placement" });
    await page.keyboard.press("Shift+ArrowRight");
    await expect.poll(() => readBoard(page)).toEqual({ turn: 1, phase: "movement" });
    expect(await shownTurn(page)).toBe(1);
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => readBoard(page)).toEqual({ turn: 2, phase: "ring_placement" });
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await expect.poll(() => shownTurn(page)).toBeGreaterThan(2);
    await page.getByRole("button", { name: "Pause" }).click();
  });

  it("judges turns: marks, a better turn, accuracy and chances", async ({ users, link }) => {
    const { page } = await users.open(REDUCED_MOTION);
    await page.goto(link);
    await waitUntilJudged(page);
    const rows = await page.locator(".turn-row").count();
    expect(await page.locator(".chart-column").count()).toBe(rows - 1); // and one for the end
    expect(await page.locator(".chart-stack > [data-seat='1']").count()).toBe(rows - 1);
    expect(await page.locator(".accuracy-figure").allTextContents()).toEqual([
      expect.stringMatching(/^\d+%$/),
      expect.stringMatching(/^\d+%$/),
    ]);
    expect(await page.locator(".turn-mark").count()).toBeGreaterThan(0);
    const worst = page.locator(".key-turn").first();
    await worst.click();
    expect(await worst.getAttribute("aria-current")).toBe("step");
    expect(await page.locator("[data-tone='better']").textContent()).toMatch(/^Better: /);
    await expect.poll(() => page.locator("ringrift-board .arrows > *").count()).toBeGreaterThan(1);
    expect(await chart(page).getAttribute("aria-valuetext")).toMatch(
      /^Turn \d+, (Blue|Red): Blue \d+%, Red \d+% \((mistake|blunder)\)$/,
    );
    expect(await findAccessibilityIssues(page, "analysis")).toEqual([]);
  });

  it("becomes exercises: a better turn than the mistake is played on the board", async ({
    users,
  }) => {
    const { page } = await users.open(REDUCED_MOTION);
    await page.goto(`/replay#record=${encodeURIComponent(RANDOM_GAME)}`);
    await waitUntilJudged(page);
    await page.getByRole("button", { name: /^Learn from \d+ mistakes?$/ }).click();
    const moves = await findPlayableAnswer(page);
    const asked = page.getByText("Find a better turn and play it on the board.");
    await page.getByRole("button", { name: "Try again" }).click();
    await asked.waitFor();
    expect(await findAccessibilityIssues(page, "mistakes")).toEqual([]);
    const game = new GamePage(page);
    for (const move of moves) await game.type(move);
    await page.locator("[data-verdict='right']").waitFor();
    await page.getByText(/^Right\. The engine would play /).waitFor();
    while (await page.getByRole("button", { name: "Next", exact: true }).isVisible())
      await page.getByRole("button", { name: "Next", exact: true }).click();
    await page.getByText(/You found 1 of the better turns yourself\.$/).waitFor();
    await page.getByRole("button", { name: "Back to the analysis" }).click();
    await chart(page).waitFor();
  });

  it("walks through what else could have been played, and comes back", async ({ users, link }) => {
    const { page } = await users.open(REDUCED_MOTION);
    await page.goto(`${link}&turn=4`);
    const line = page.getByRole("button", { name: /^Walk through/ }).first();
    await line.press("Enter");
    await page.getByText(/^Trying /).waitFor();
    await page.keyboard.press("ArrowRight");
    await expect.poll(async () => (await readBoard(page)).turn).toBe(5);
    await page.getByRole("button", { name: "Back to the game" }).click();
    await expect.poll(async () => (await readBoard(page)).turn).toBe(4);
    expect(await shownTurn(page)).toBe(4);
  });

  it("is shared as a link to the turn and downloaded as text, JSON and picture", async ({
    users,
    link,
  }) => {
    const { page } = await users.open(REDUCED_MOTION);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto(link);
    await page.locator(".turn-row").nth(5).click();
    const shown = await shownTurn(page);
    await page.getByRole("button", { name: "Share this turn" }).click();
    await page.getByText("The link to this turn was copied.").waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    const text = await download(page, "Record as text");
    const json = await download(page, "Record as JSON");
    expect(await download(page, "Picture of the position")).toMatch(/^<svg[\s\S]*<\/svg>$/);
    await page.goto("/replay");
    await page.goto(copied);
    await expect.poll(() => shownTurn(page)).toBe(shown);
    for (const record of [text, json]) {
      await page.goto("/replay");
      await page.getByLabel("Game record").fill(record);
      await page.getByRole("button", { name: "Load", exact: true }).click();
      await page.getByRole("button", { name: "Go to the end" }).click();
      await page.getByText(/^(Blue|Red) won/).waitFor();
      await page.getByRole("button", { name: "Open another game" }).click();
    }
  });

  it("names the people by the seats they hold before and after a swap", async ({ users }) => {
    const { page } = await users.open(REDUCED_MOTION);
    await page.goto(`/replay#record=${encodeURIComponent(SWAPPED)}`);
    const names = () => page.locator(".seat-chances .chance-name").allTextContents();
    await chart(page).waitFor();
    expect(await names()).toEqual([expect.stringMatching(/^Ann/), "Ben"]);
    await page.getByRole("button", { name: "Go to the end" }).click();
    await page.getByText("Ann won by resignation.").waitFor();
    expect(await names()).toEqual(["Ben", "Ann"]);
  });

  it("of a game that is still going on has no engine", async ({ users }) => {
    const { page } = await users.open(REDUCED_MOTION);
    await page.goto("/");
    await page.getByRole("button", { name: "Start the game" }).click();
    await new GamePage(page).choose("d4", "d6");
    await page.waitForURL(/\/game\//);
    await page.goto(new URL(page.url()).pathname.replace("/game/", "/replay/"));
    await page.getByText("This game is still going on.").waitFor();
    expect(await page.locator(".what-if-lines li, .key-turns, .accuracy").count()).toBe(0);
    expect(await page.getByRole("button", { name: "Try a move yourself" }).isDisabled()).toBe(true);
  });

  it("opens the shown position in the study", async ({ users, link }) => {
    const { page } = await users.open(REDUCED_MOTION);
    await page.goto(`${link}&turn=3`);
    await page.getByRole("button", { name: "Try a move yourself" }).click();
    await page.waitForURL(/\/study/);
    await page.locator(".variations > li").first().waitFor();
  });
});

describe("a study", () => {
  it("shows the server's variations, arrows and winning chances, and follows a variation", async ({
    users,
  }) => {
    const { page } = await users.open(REDUCED_MOTION);
    await page.goto("/study");
    const withThreeLines = ".analysis-panel:has(.variations > li:nth-child(3))";
    const stopped = clickImmediately(page, "Stop", withThreeLines, /Analysis on the server\./);
    await page.getByRole("button", { name: "Analyse on the server" }).click();
    await stopped;
    const lines = page.locator(".variations > li");
    await page
      .getByText(/Blue: \d+\.\d%/)
      .first()
      .waitFor({ state: "attached" });
    await expect.poll(() => page.locator("ringrift-board .arrows > *").count()).toBeGreaterThan(0);
    await lines
      .first()
      .getByRole("button", { name: /^Play \+/ })
      .click();
    await expect.poll(() => readBoard(page)).toEqual({ turn: 2, phase: "ring_placement" });
  });

  it("falls back to the engine in the browser if the server does not answer", async ({ users }) => {
    const { page } = await users.open(REDUCED_MOTION);
    await page.goto("/study");
    await page.getByRole("button", { name: "Analyse on the server" }).click();
    await page.getByText("Analysis on the server.").waitFor();
    await page.context().setOffline(true);
    await new GamePage(page).choose("d4");
    await page
      .getByText(
        "The server is not responding. The engine in your browser will analyse the position instead, but less deeply.",
      )
      .waitFor();
    await page.locator(".variations > li").first().waitFor();
  });
});
