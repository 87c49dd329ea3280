// The opening explorer and the search for games.

import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { it } from "./harness/fixtures";
import { RandomPlayer } from "./harness/randomPlayer";
import { findAccessibilityIssues } from "./harness/screenshots";
import { REDUCED_MOTION, type User } from "./harness/users";

async function register({ page }: User, name: string): Promise<void> {
  await page.goto("/account");
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Password").fill("correct horse");
  await page.getByRole("tabpanel").getByRole("button", { name: "Register" }).click();
  await page.getByText(`You are logged in as ${name}.`).waitFor();
}

/** Plays some moves against the computer and resigns. */
async function loseToComputer(page: Page): Promise<void> {
  await page.goto("/");
  await page.getByRole("button", { name: "Start the game" }).click();
  await new RandomPlayer(page, 1).play(4);
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await page.getByRole("heading", { name: /won: you resigned$/ }).waitFor();
}

describe("a finished game", () => {
  it("is found in the explorer and by the search", async ({ users }) => {
    const ada = await users.open(REDUCED_MOTION);
    const { page } = ada;
    await register(ada, "Ada");
    await loseToComputer(page);

    await page.goto("/analyse/games");
    await page.getByLabel("Player", { exact: true }).fill("Ada");
    await page.getByLabel("Result of the player").selectOption("lost");
    await expect
      .poll(async () => {
        await page.getByRole("button", { name: "Search", exact: true }).click();
        return page.getByText("1 game found").isVisible();
      })
      .toBe(true);
    const kind = await page.locator(".found-games").textContent();
    const players = /(\d) players/.exec(kind ?? "")?.[1] ?? "";
    await page.getByLabel("Name of the search").fill("My losses");
    await page.getByRole("button", { name: "Save this search" }).click();
    await page.getByRole("button", { name: "My losses", exact: true }).waitFor();
    const downloaded = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download the records" }).click();
    expect((await downloaded).suggestedFilename()).toBe("ringrift-games.rrg");
    expect(await findAccessibilityIssues(page, "search-games")).toEqual([]);
    await page.getByLabel("Result of the player").selectOption("won");
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await page.getByText("No game found").waitFor();

    await page.goto("/analyse/openings");
    await page.getByRole("button", { name: "Start there" }).waitFor();
    await page.getByLabel("Players").selectOption(players);
    await page.getByRole("button", { name: "Start there" }).click();
    await page.getByLabel("Yours", { exact: true }).check({ force: true });
    const turns = page.locator(".opening-turns > li");
    await turns.getByText("The engine gives").waitFor();
    expect(await findAccessibilityIssues(page, "openings")).toEqual([]);
    await turns.getByRole("button").first().click();
    await expect
      .poll(() =>
        page.evaluate(
          () =>
            document.querySelector<HTMLElement & { state: { turnNumber: number } }>(
              "ringrift-board",
            )?.state.turnNumber,
        ),
      )
      .toBe(2);
  });
});
