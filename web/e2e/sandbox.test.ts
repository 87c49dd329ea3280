// The sandbox: all seats on one screen, with a server or without.

import { describe, expect } from "vitest";
import { pressAtOnce } from "./harness/clickImmediately";
import { it } from "./harness/fixtures";
import { GamePage } from "./harness/gamePage";
import { RandomPlayer } from "./harness/randomPlayer";
import { CALM, type Person } from "./harness/users";

/** A new game in which a level plays red. */
async function beginAgainst(page: Person["page"], level: number): Promise<void> {
  await page.getByRole("button", { name: "New game" }).click();
  await page
    .getByRole("dialog")
    .getByLabel("Red is played by")
    .selectOption({ label: `Computer, level ${level}` });
  await page.getByRole("button", { name: "Start game" }).click();
  await page.getByRole("radio", { name: "Fast" }).check({ force: true });
}

describe("without a network", () => {
  it("is played against level 2, who thinks in the page", async ({ people }) => {
    const { page } = await people.arrive(CALM);
    await page.goto("/sandbox");
    const table = new GamePage(page);
    await table.expectCell("d4", /can be chosen/);
    await page.context().setOffline(true);
    await beginAgainst(page, 2);
    await new RandomPlayer(page, 1).play(4);
    await table.expectAsked(/^Blue/);
    await expect
      .poll(() => page.locator(".move-log li[data-seat='2']").count())
      .toBeGreaterThanOrEqual(2);
  });

  it("says why something cannot be done", async ({ people }) => {
    const { page } = await people.arrive();
    await page.goto("/sandbox#scenario=move-at-least-its-height");
    const table = new GamePage(page);
    await table.expectCell("d4", /can be chosen/);
    await page.context().setOffline(true);
    await table.click("b4");
    await page.getByRole("link", { name: "Rule R091" }).waitFor();
  });

  it("goes on after a computer was stopped while it thought", async ({ people }) => {
    const { page } = await people.arrive(CALM);
    await page.goto("/sandbox");
    const table = new GamePage(page);
    await table.expectCell("d4", /can be chosen/);
    await page.context().setOffline(true);
    await beginAgainst(page, 9);
    const paused = pressAtOnce(page, "Pause", ".prompt", /^Red \(level 9\) is thinking/);
    await table.choose("d4", "d6");
    await paused;
    await table.press("Keep Red");
    await table.choose("b2");
    await table.expectCell("b2", /red ring/);
    await page.getByRole("button", { name: "Continue" }).click();
    await table.expectAsked(/^Blue: /);
  });
});

describe("without WebAssembly", () => {
  it("is played against level 2 by asking the server", async ({ people }) => {
    const { page } = await people.arrive(CALM);
    await page.addInitScript(() => Reflect.deleteProperty(window, "WebAssembly"));
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.goto("/sandbox");
    await beginAgainst(page, 2);
    await new RandomPlayer(page, 1).play(4);
    await new GamePage(page).expectAsked(/^Blue/);
    expect(asked.filter((path) => path.startsWith("/rules/")).length).toBeGreaterThan(4);
    expect(asked.filter((path) => path.endsWith(".wasm"))).toEqual([]);
  });
});

describe("a game in the sandbox", () => {
  it("is taken back and made again, and its link leads somebody else to the same position", async ({
    people,
  }) => {
    const ada = await people.arrive();
    await ada.page.goto("/sandbox");
    const table = new GamePage(ada.page);
    await table.choose("d4", "d6");
    await table.expectCell("d6", /blue ring/);
    await ada.page.getByRole("button", { name: "Undo" }).click();
    await table.expectCell("d6", /empty, can be chosen/);
    await ada.page.getByRole("button", { name: "Redo" }).click();
    await table.expectCell("d6", /blue ring/);
    await ada.page.getByRole("button", { name: "Load and share" }).click();
    const link = await ada.page.getByLabel("Link to this position").inputValue();
    const ben = await people.arrive();
    await ben.page.goto(link);
    await new GamePage(ben.page).expectCell("d6", /blue ring/);
    await new GamePage(ben.page).expectAsked(/^Red/);
  });

  it("begins from a position that was edited, and from one that was pasted", async ({ people }) => {
    const { page } = await people.arrive();
    await page.goto("/sandbox");
    const table = new GamePage(page);
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByRole("button", { name: "Red ring" }).click();
    await table.click("c3");
    await table.expectCell("c3", /red ring/);
    await table.click("c3");
    await table.expectCell("c3", /red stack of 2/);
    await page.getByText("This position can be played.").waitFor();
    await page.getByRole("button", { name: "Play this position" }).click();
    await table.choose("c3");
    await table.expectCell("c3", /blue stack of 3, cap 1/);
    await page.getByRole("button", { name: "Load and share" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Position string or game record").fill("nonsense");
    await dialog.getByRole("button", { name: "Load", exact: true }).click();
    await dialog.getByRole("alert").waitFor();
    await dialog
      .getByLabel("Position string or game record")
      .fill("square8 standard 8/8/8/(aaa)7/8/8/8/8 1 movement 41 h 15,18 0,0 -,- -,- -/-/p/- on *");
    await dialog.getByRole("button", { name: "Load", exact: true }).click();
    await table.expectCell("a4", /blue stack of 3/);
  });

  it("opens a scenario of the rulebook and walks through its moves", async ({ people }) => {
    const { page } = await people.arrive();
    await page.goto("/sandbox");
    await page.getByRole("button", { name: "Scenarios" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Search by word or rule number").fill("older line");
    await dialog.getByRole("button", { name: "Play its moves" }).first().click();
    const table = new GamePage(page);
    await table.expectCell("e3", /blue marker/);
    await page.getByRole("button", { name: "Redo" }).click();
    await table.expectCell("e2", /blue territory/);
  });
});
