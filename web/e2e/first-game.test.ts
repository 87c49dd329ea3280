// The first minute of a new user: open the page, play the computer.

import { describe, expect } from "vitest";
import { it } from "./harness/fixtures";
import { GamePage } from "./harness/gamePage";
import { findAccessibilityIssues } from "./harness/screenshots";

describe("a new user", () => {
  it("sees the computer answer and the whole turn in the move log", async ({ users }) => {
    const { page } = await users.open();
    await page.goto("/");
    await page.getByRole("button", { name: "Play now" }).click();
    const gamePage = new GamePage(page);
    await gamePage.choose("d4", "d6");
    await gamePage.expectCell("d4", /blue marker/);
    await expect.poll(() => page.title()).toMatch(/^Your turn/);
    expect(await page.getByText("Level 1").count()).toBeGreaterThan(0);
    expect(await findAccessibilityIssues(page, "game")).toEqual([]);
  });
});
