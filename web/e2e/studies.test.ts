// Studies: written, kept across a reload, shared with another person.

import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { it } from "./harness/fixtures";
import { GamePage } from "./harness/gamePage";
import { findAccessibilityIssues } from "./harness/screenshots";
import { REDUCED_MOTION, type User } from "./harness/users";

async function register({ page }: User, name: string): Promise<void> {
  await page.goto("/account");
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Password").fill("correct horse");
  await page.getByRole("tabpanel").getByRole("button", { name: "Register" }).click();
  await page.getByText(`You are logged in as ${name}.`).waitFor();
}

const movesOf = (page: Page) => page.locator(".move-tree .tree-move").allTextContents();
const saved = (page: Page) => page.locator(".save-status[data-state='saved']").waitFor();

describe("a study", () => {
  it("is written by one person and read by another", async ({ users }) => {
    const ada = await users.open(REDUCED_MOTION);
    const { page } = ada;
    await page.goto("/study");
    const game = new GamePage(page);
    await game.choose("d4", "d6");
    await register(ada, "Ada");

    // What was written before the registration moves to the account.
    await page.goto("/study");
    await page.getByRole("button", { name: "Save to your account" }).click();
    await page.waitForURL(/\/study\/[0-9a-f]{32}$/);
    const address = page.url();
    await expect.poll(() => movesOf(page)).toEqual(["+1 d4", "d4–d6"]);

    // A variation with a comment and an arrow.
    await page.locator(".tree-move").first().click();
    await page.getByRole("button", { name: "Back", exact: true }).click();
    await game.choose("e5", "e7");
    await page.getByLabel("Comment on this position").fill("Nearer to the middle.");
    await page.getByRole("button", { name: "Red", exact: true }).click();
    await game.click("e5");
    await game.click("e7");
    await page.getByText("Nearer to the middle.").first().waitFor();
    await expect.poll(() => page.locator("ringrift-board .red-line").count()).toBe(1);
    await page.reload();
    await expect.poll(() => movesOf(page)).toEqual(["+1 d4", "+1 e5", "e5–e7", "d4–d6"]);
    await saved(page);
    expect(await findAccessibilityIssues(page, "study")).toEqual([]);

    await page.getByRole("button", { name: "Share and export" }).click();
    await page.getByLabel("Who can see this study?").selectOption("link");
    await page.getByLabel("Link to this study").waitFor();

    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download" }).click();
    const file = await downloading;
    expect(file.suggestedFilename()).toMatch(/\.rrg$/);
    const records = await readFile(await file.path(), "utf8");

    const ben = await users.open(REDUCED_MOTION);
    await ben.page.goto(address);
    await ben.page.getByText("A study by Ada").waitFor();
    await expect.poll(() => movesOf(ben.page)).toEqual(["+1 d4", "+1 e5", "e5–e7", "d4–d6"]);
    await ben.page.getByRole("button", { name: "e5–e7" }).click();
    await expect.poll(() => ben.page.locator("ringrift-board .red-line").count()).toBe(1);
    expect(await ben.page.getByLabel("Comment on this position").count()).toBe(0);

    // What Ada exported is the same study in Ben's account.
    await register(ben, "Ben");
    await ben.page.goto("/analyse/studies");
    await ben.page.getByRole("button", { name: "Import a record" }).click();
    const dialog = ben.page.getByRole("dialog");
    await dialog.getByLabel("Name of the study").fill("A copy");
    await dialog.getByLabel("One or more records; each becomes a chapter").fill(records);
    await dialog.getByRole("button", { name: "Load", exact: true }).click();
    await ben.page.waitForURL(/\/study\/[0-9a-f]{32}$/);
    expect(ben.page.url()).not.toBe(address);
    await expect.poll(() => movesOf(ben.page)).toEqual(["+1 d4", "+1 e5", "e5–e7", "d4–d6"]);
    await ben.page.getByRole("button", { name: "e5–e7" }).click();
    await expect.poll(() => ben.page.locator("ringrift-board .red-line").count()).toBe(1);
    await expect
      .poll(() => ben.page.getByLabel("Comment on this position").inputValue())
      .toBe("Nearer to the middle.");
  });
});
