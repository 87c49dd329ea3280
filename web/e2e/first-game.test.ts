// A newcomer's first minute: open the page, play against the computer.

import { describe, expect } from "vitest";
import { it } from "./harness/fixtures";
import { GamePage } from "./harness/gamePage";
import { shutsOut } from "./harness/screenshots";

describe("a newcomer", () => {
  it("sees the computer answer, and the whole turn in the log", async ({ people }) => {
    const { page } = await people.arrive();
    await page.goto("/");
    await page.getByRole("button", { name: "Play now" }).click();
    const table = new GamePage(page);
    await table.choose("d4", "d6");
    await table.expectCell("d4", /blue marker/);
    await expect.poll(() => page.title()).toMatch(/^Your turn/);
    expect(await page.getByText("Level 1").count()).toBeGreaterThan(0);
    expect(await shutsOut(page, "game")).toEqual([]);
  });
});
