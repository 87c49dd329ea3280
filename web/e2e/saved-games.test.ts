// A game in the sandbox or the study survives navigation and reloads.

import { describe, expect } from "vitest";
import { it } from "./harness/fixtures";
import { GamePage } from "./harness/gamePage";
import { REDUCED_MOTION } from "./harness/users";

describe("a game in the sandbox", () => {
  it("is restored after navigation and a reload, until another game starts", async ({ users }) => {
    const { page } = await users.open(REDUCED_MOTION);
    await page.goto("/sandbox");
    const gamePage = new GamePage(page);
    await gamePage.choose("d4", "d6");
    await page.getByRole("link", { name: "Play", exact: true }).click();
    await page.getByRole("heading", { name: "Open games" }).waitFor();
    await page.getByRole("link", { name: "Analyse", exact: true }).first().click();
    await page.getByRole("link", { name: "Open the sandbox" }).click();
    await gamePage.expectMoves("@d4", "d4-d6");
    await page.reload();
    await gamePage.expectMoves("@d4", "d4-d6");
    await gamePage.choose("a1", "a2");
    await gamePage.expectMoves("@d4", "d4-d6", "@a1", "a1-a2");
    await page.getByRole("button", { name: "New game" }).click();
    await page.getByRole("button", { name: "Start game" }).click();
    await gamePage.expectCell("d6", /empty, can be chosen/);
    await page.reload();
    await gamePage.expectCell("d6", /empty, can be chosen/);
  });

  it("is replaced by a link and continues from it after a reload", async ({ users }) => {
    const { page } = await users.open(REDUCED_MOTION);
    await page.goto("/sandbox");
    const gamePage = new GamePage(page);
    await gamePage.choose("d4", "d6");
    const link = "/sandbox#scenario=move-at-least-its-height";
    await page.goto(link);
    await gamePage.expectCell("a4", /blue stack/);
    const prompt = await page.locator(".prompt").textContent();
    await page.reload();
    await expect.poll(() => page.locator(".prompt").textContent()).toBe(prompt);
    await page.getByRole("button", { name: "New game" }).click();
    await page.getByRole("button", { name: "Start game" }).click();
    await page.waitForURL(/\/sandbox$/);
    await page.goto(link);
    await gamePage.expectCell("a4", /blue stack/);
  });

  it("is restored without a network", async ({ users }) => {
    const { page } = await users.open(REDUCED_MOTION);
    await page.goto("/analyse");
    const replays = page.waitForResponse(/\/recordReplay-.*\.js$/);
    await page.getByRole("link", { name: "Open the sandbox" }).click();
    const gamePage = new GamePage(page);
    await gamePage.choose("d4", "d6");
    await gamePage.expectMoves("@d4", "d4-d6"); // loads the move log
    await (await replays).finished();
    await page.context().setOffline(true);
    await page.goBack();
    await page.getByRole("link", { name: "Open the sandbox" }).waitFor();
    await page.goForward();
    await gamePage.expectMoves("@d4", "d4-d6");
  });
});

describe("a game in the study", () => {
  it("is restored after a reload without creating a guest account", async ({ users }) => {
    const { page } = await users.open(REDUCED_MOTION);
    await page.goto("/study");
    const gamePage = new GamePage(page);
    await gamePage.choose("d4", "d6");
    const expectMoves = () =>
      expect
        .poll(() => page.locator(".move-tree .tree-move").allTextContents())
        .toEqual(["+1 d4", "d4–d6"]);
    await expectMoves();
    await page.reload();
    await expectMoves();
    await page.locator(".variations > li").first().waitFor();
    expect(await page.context().cookies()).toEqual([]);
    await page.getByRole("button", { name: "New chapter" }).click();
    await page.getByRole("button", { name: "Add chapter" }).click();
    await gamePage.expectCell("d6", /empty, can be chosen/);
  });
});
