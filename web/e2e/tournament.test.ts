// A tournament: a player creates a Swiss with computers and plays its three rounds.

import { describe, expect } from "vitest";
import { it } from "./harness/fixtures";
import { register, resign } from "./harness/liveGames";
import { RandomPlayer } from "./harness/randomPlayer";
import { findAccessibilityIssues } from "./harness/screenshots";
import { REDUCED_MOTION } from "./harness/users";

describe("the staff", () => {
  it("creates a tournament that is held every week", async ({ users, server }) => {
    const mo = await users.open(REDUCED_MOTION);
    await register(mo, "Mo");
    const { page } = mo;
    await page.goto("/tournament");
    await page.getByRole("button", { name: "Create a tournament" }).click();
    await page.getByLabel("Length").waitFor();
    expect(await page.getByLabel("Repetition").count()).toBe(0);

    await server.administer("grant", "Mo", "moderator", "--reason", "helps");
    await page.reload();
    await page.getByRole("button", { name: "Create a tournament" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Weekly Arena");
    await page.getByLabel("Repetition").selectOption({ label: "Every week" });
    await page.getByRole("button", { name: "Create the tournament" }).click();
    await page.getByRole("heading", { name: "Weekly Arena" }).waitFor();
    await page.getByText("Every week").waitFor();
  });
});

describe("a player who creates a tournament with computers", () => {
  it("plays three rounds and finds everybody in the standings", async ({ users }) => {
    const ada = await users.open(REDUCED_MOTION);
    await register(ada, "Ada");
    const { page } = ada;
    await page.goto("/tournament");
    await page.getByRole("button", { name: "Create a tournament" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Sunday Swiss");
    await page.getByRole("radio", { name: "Swiss" }).check({ force: true });
    await page.getByLabel("Length").selectOption({ label: "3 rounds" });
    await page.getByLabel("Start", { exact: true }).selectOption({ label: "When I start it" });
    await page.getByLabel("Computers").selectOption({ label: "3 computers" });
    await page.getByLabel("Their level").selectOption({ index: 0 });
    expect(await findAccessibilityIssues(page, "tournament-form")).toEqual([]);
    await page.getByRole("button", { name: "Create the tournament" }).click();
    await page.getByRole("heading", { name: "Sunday Swiss" }).waitFor();
    const address = page.url();
    await page.getByRole("button", { name: "Join" }).click();
    await page.getByRole("cell", { name: "Ada" }).waitFor();
    await page.getByRole("button", { name: "Start now" }).click();
    for (let round = 1; round <= 3; round++) {
      await page.waitForURL(/\/game\//);
      await new RandomPlayer(page, round).play(2);
      await resign(ada, "Resign this game?");
      await page.goto(address);
      if (round === 2) expect(await findAccessibilityIssues(page, "tournament")).toEqual([]);
    }
    await page.getByText(/wins the tournament/).waitFor();
    const rows = await page.locator(".standings tbody tr").allInnerTexts();
    expect(rows).toHaveLength(4);
    expect(rows.at(-1)).toMatch(/Ada.*\t0\t3/);
    await page.goto("/tournament");
    await page.getByRole("heading", { name: "Finished" }).waitFor();
    await page.getByRole("link", { name: "Sunday Swiss" }).waitFor();
  });
});
