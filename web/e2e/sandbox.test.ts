// The sandbox, with and without a server.

import { describe, expect } from "vitest";
import { clickImmediately } from "./harness/clickImmediately";
import { it } from "./harness/fixtures";
import { GamePage } from "./harness/gamePage";
import { RandomPlayer } from "./harness/randomPlayer";
import { REDUCED_MOTION, type User } from "./harness/users";

/** Starts a game in which this level plays red, for two if nothing else is asked for. */
async function startAgainst(page: User["page"], level: number, players = 2): Promise<void> {
  await page.getByRole("button", { name: "New game" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: `${players}` }).check({ force: true });
  await dialog.getByLabel("Red is played by").selectOption({ label: `Computer, level ${level}` });
  await page.getByRole("button", { name: "Start game" }).click();
  await page.getByRole("radio", { name: "Fast" }).check({ force: true });
}

describe("without a network", () => {
  it("is played against level 2 in the browser", async ({ users }) => {
    const { page } = await users.open(REDUCED_MOTION);
    await page.goto("/sandbox");
    const gamePage = new GamePage(page);
    await gamePage.expectCell("d4", /can be chosen/);
    await page.context().setOffline(true);
    await startAgainst(page, 2);
    await new RandomPlayer(page, 1).play(4);
    await gamePage.expectPrompt(/^(place|move)/);
    await expect
      .poll(() => page.locator(".story-turns > li[data-seat='2']").count())
      .toBeGreaterThanOrEqual(2);
  });

  it("explains why a move is not possible", async ({ users }) => {
    const { page } = await users.open();
    await page.goto("/sandbox#scenario=move-at-least-its-height");
    const gamePage = new GamePage(page);
    await gamePage.expectCell("d4", /can be chosen/);
    await page.context().setOffline(true);
    await gamePage.click("b4");
    await page.getByRole("link", { name: "Rule R091", exact: true }).waitFor();
  });

  it("continues after a computer player was paused while thinking", async ({ users }) => {
    const { page } = await users.open(REDUCED_MOTION);
    await page.goto("/sandbox");
    const gamePage = new GamePage(page);
    await gamePage.expectCell("d4", /can be chosen/);
    await page.context().setOffline(true);
    await startAgainst(page, 9);
    const paused = clickImmediately(page, "Pause", ".prompt", /^Red \(level 9\) is thinking/);
    await gamePage.choose("d4", "d6");
    await paused;
    await gamePage.press("Keep Red");
    await gamePage.choose("b2");
    await gamePage.expectCell("b2", /red ring/);
    await page.getByRole("button", { name: "Continue" }).click();
    await gamePage.expectOwnTurn(1);
  });
});

describe("level 10", () => {
  it("fetches the network of its setup when it first needs it", async ({ users }) => {
    const { page } = await users.open(REDUCED_MOTION);
    const networks: string[] = [];
    page.on("request", (request) => {
      const name = /\/([\w-]+-(?:standard|classic))-[^/]*\.js$/.exec(request.url())?.[1];
      if (name !== undefined) networks.push(name);
    });
    await page.goto("/sandbox");
    const gamePage = new GamePage(page);
    await gamePage.expectCell("d4", /can be chosen/);
    await startAgainst(page, 9, 3);
    await gamePage.choose("d4", "d6");
    await expect.poll(() => page.locator(".story-turns > li[data-seat='2']").count()).toBe(1);
    expect(networks).toEqual([]);
    await startAgainst(page, 10, 3);
    await gamePage.choose("d4", "d6");
    await expect.poll(() => page.locator(".story-turns > li[data-seat='2']").count()).toBe(1);
    expect(networks).toEqual(["square8-3-standard"]);
  });
});

describe("without WebAssembly", () => {
  it("is played against level 2 on the server", async ({ users }) => {
    const { page } = await users.open(REDUCED_MOTION);
    await page.addInitScript(() => Reflect.deleteProperty(window, "WebAssembly"));
    const requested: string[] = [];
    page.on("request", (request) => requested.push(new URL(request.url()).pathname));
    await page.goto("/sandbox");
    await startAgainst(page, 2);
    await new RandomPlayer(page, 1).play(4);
    await new GamePage(page).expectOwnTurn(1);
    expect(requested.filter((path) => path.startsWith("/rules/")).length).toBeGreaterThan(4);
    expect(requested.filter((path) => path.endsWith(".wasm"))).toEqual([]);
  });
});

describe("a game in the sandbox", () => {
  it("can be undone and redone, and its link opens the same position for another user", async ({
    users,
  }) => {
    const ada = await users.open();
    await ada.page.goto("/sandbox");
    const gamePage = new GamePage(ada.page);
    await gamePage.choose("d4", "d6");
    await gamePage.expectCell("d6", /blue ring/);
    await ada.page.getByRole("button", { name: "Undo" }).click();
    await gamePage.expectCell("d6", /empty, can be chosen/);
    await ada.page.getByRole("button", { name: "Redo" }).click();
    await gamePage.expectCell("d6", /blue ring/);
    await ada.page.getByRole("button", { name: "Load and share" }).click();
    const link = await ada.page.getByLabel("Link to this position").inputValue();
    const ben = await users.open();
    await ben.page.goto(link);
    await new GamePage(ben.page).expectCell("d6", /blue ring/);
    await new GamePage(ben.page).expectPrompt(/^Red/);
  });

  it("starts from an edited position and from a pasted one", async ({ users }) => {
    const { page } = await users.open();
    await page.goto("/sandbox");
    const gamePage = new GamePage(page);
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByRole("button", { name: "Red ring" }).click();
    await gamePage.click("c3");
    await gamePage.expectCell("c3", /red ring/);
    await gamePage.click("c3");
    await gamePage.expectCell("c3", /red stack of 2/);
    await page.getByText("This position can be played.").waitFor();
    await page.getByRole("button", { name: "Play this position" }).click();
    await gamePage.choose("c3");
    await gamePage.expectCell("c3", /blue stack of 3, cap 1/);
    await page.getByRole("button", { name: "Load and share" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Position string or game record").fill("nonsense");
    await dialog.getByRole("button", { name: "Load", exact: true }).click();
    await dialog.getByRole("alert").waitFor();
    await dialog
      .getByLabel("Position string or game record")
      .fill("square8 standard 8/8/8/(aaa)7/8/8/8/8 1 movement 41 h 15,18 0,0 -,- -,- -/-/p/- on *");
    await dialog.getByRole("button", { name: "Load", exact: true }).click();
    await gamePage.expectCell("a4", /blue stack of 3/);
  });

  it("opens a rulebook scenario and steps through its moves", async ({ users }) => {
    const { page } = await users.open();
    await page.goto("/sandbox");
    await page.getByRole("button", { name: "Scenarios" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Search by word or rule number").fill("older line");
    await dialog.getByRole("button", { name: "Play the moves" }).first().click();
    const gamePage = new GamePage(page);
    await gamePage.expectCell("e3", /blue marker/);
    await page.getByRole("button", { name: "Redo" }).click();
    await gamePage.expectCell("e2", /blue territory/);
  });
});
