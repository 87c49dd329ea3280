// The first minute of a new user: open the page, play the computer.

import { describe, expect } from "vitest";
import { it } from "./harness/fixtures";
import { GamePage } from "./harness/gamePage";
import { findAccessibilityIssues } from "./harness/screenshots";

describe("a new user", () => {
  it("sees the computer answer and reads what it did", async ({ users }) => {
    const { page } = await users.open();
    await page.goto("/");
    await page.getByRole("button", { name: "Start the game" }).click();
    const gamePage = new GamePage(page);
    await gamePage.choose("d4", "d6");
    await gamePage.expectCell("d4", /blue marker/);
    await expect.poll(() => page.title()).toMatch(/^Your turn/);
    await expect
      .poll(() => page.locator(".open-turn li").last().textContent())
      .toMatch(/^(moved|jumped|turned|own marker|landed|stopped)/);
    expect(await page.getByText("Level 1").count()).toBeGreaterThan(0);
    expect(await findAccessibilityIssues(page, "game")).toEqual([]);
  });

  it("plays two opponents, and the choice is offered again", async ({ users }) => {
    const { page } = await users.open();
    await page.goto("/");
    const opponents = (number: number) =>
      page.locator(".computer-game").getByRole("radio", { name: `${number}`, exact: true });
    expect(await opponents(1).isChecked()).toBe(true);
    await opponents(2).check({ force: true });
    await page.getByRole("button", { name: "Choose another seat" }).click();
    await page.getByLabel("You play").selectOption({ label: "Red, second" });
    await page.getByRole("button", { name: "Start the game" }).click();
    const gamePage = new GamePage(page);
    await gamePage.expectPrompt(/^place/);
    await gamePage.expectTurnOf(1);
    expect(await page.locator(".seat-panel h2").count()).toBe(3);
    await page.goto("/");
    await page.getByText("Same as last time: two opponents, Square, just starting.").waitFor();
    await page.getByRole("button", { name: "Change" }).click();
    expect(await opponents(2).isChecked()).toBe(true);
    await page.getByText("You are red and go second.").waitFor();
  });
});
