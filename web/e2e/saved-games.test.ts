// A game in the sandbox or the study is still there after its place was left or the page was loaded anew.

import { describe, expect } from "vitest";
import { it } from "./harness/fixtures";
import { GamePage } from "./harness/gamePage";
import { CALM } from "./harness/users";

describe("a game in the sandbox", () => {
  it("is there after a walk through the page and after loading it anew, until another is begun", async ({
    people,
  }) => {
    const { page } = await people.arrive(CALM);
    await page.goto("/sandbox");
    const table = new GamePage(page);
    await table.choose("d4", "d6");
    await page.getByRole("link", { name: "Play", exact: true }).click();
    await page.getByRole("heading", { name: "Open games" }).waitFor();
    await page.getByRole("link", { name: "Sandbox", exact: true }).click();
    await table.expectMoves("@d4", "d4-d6");
    await page.reload();
    await table.expectMoves("@d4", "d4-d6");
    await table.press("Keep Red");
    await table.choose("a1", "a2");
    await table.expectMoves("@d4", "d4-d6", "@a1", "a1-a2");
    await page.getByRole("button", { name: "New game" }).click();
    await page.getByRole("button", { name: "Start game" }).click();
    await table.expectCell("d6", /empty, can be chosen/);
    await page.reload();
    await table.expectCell("d6", /empty, can be chosen/);
  });

  it("gives way to a link, and goes on from where the link was left", async ({ people }) => {
    const { page } = await people.arrive(CALM);
    await page.goto("/sandbox");
    const table = new GamePage(page);
    await table.choose("d4", "d6");
    const link = "/sandbox#scenario=move-at-least-its-height";
    await page.goto(link);
    await table.expectCell("a4", /blue stack/);
    const asked = await page.locator(".prompt").textContent();
    await page.reload();
    await expect.poll(() => page.locator(".prompt").textContent()).toBe(asked);
    await page.getByRole("button", { name: "New game" }).click();
    await page.getByRole("button", { name: "Start game" }).click();
    await page.waitForURL(/\/sandbox$/);
    await page.goto(link);
    await table.expectCell("a4", /blue stack/);
  });

  it("comes back without a network", async ({ people }) => {
    const { page } = await people.arrive(CALM);
    await page.goto("/");
    const replays = page.waitForResponse(/\/recordReplay-.*\.js$/);
    await page.getByRole("link", { name: "Sandbox", exact: true }).click();
    const table = new GamePage(page);
    await table.choose("d4", "d6");
    await (await replays).finished();
    await page.context().setOffline(true);
    await page.goBack();
    await page.getByRole("button", { name: "Play now" }).waitFor();
    await page.goForward();
    await table.expectMoves("@d4", "d4-d6");
  });
});

describe("a game in the study", () => {
  it("is there after loading the page anew, and nobody became a guest for it", async ({
    people,
  }) => {
    const { page } = await people.arrive(CALM);
    await page.goto("/study");
    const table = new GamePage(page);
    await table.choose("d4", "d6");
    await page.reload();
    await table.expectMoves("@d4", "d4-d6");
    await page.locator(".variations > li").first().waitFor();
    expect(await page.context().cookies()).toEqual([]);
    await page.getByRole("button", { name: "New game" }).click();
    await table.expectCell("d6", /empty, can be chosen/);
  });
});
