// A registered user manages the sessions and the bots of the account.

import type { Page } from "playwright-core";
import { expect } from "vitest";
import { it } from "./harness/fixtures";
import { findAccessibilityIssues } from "./harness/screenshots";

const PASSWORD = "correct horse";

async function enter(page: Page, name: string, tab: "Register" | "Log in"): Promise<void> {
  await page.goto("/account");
  await page.getByRole("tab", { name: tab }).click();
  const form = page.getByRole("tabpanel");
  await form.getByLabel("Name").fill(name);
  await form.getByLabel("Password").fill(PASSWORD);
  await form.getByRole("button", { name: tab }).click();
  await page.getByText(`You are logged in as ${name}.`).waitFor();
}

it("a user ends the session on another device", async ({ users }) => {
  const here = await users.open();
  const elsewhere = await users.open();
  await enter(here.page, "Ada", "Register");
  await enter(elsewhere.page, "Ada", "Log in");
  await here.page.reload();
  const rows = here.page.getByRole("listitem").filter({ hasText: "logged in" });
  await rows.nth(1).waitFor();
  expect(await rows.allTextContents()).toEqual([
    expect.stringMatching(/Chrome on Linux.*127\.0\.0\.1/),
    expect.stringMatching(/Chrome on Linux.*127\.0\.0\.1/),
  ]);
  await here.page.getByRole("button", { name: "End session" }).click();
  await here.page.getByText("The session has ended.").waitFor();
  await rows.nth(1).waitFor({ state: "detached" });
  await elsewhere.page.reload();
  await elsewhere.page.getByRole("tab", { name: "Log in" }).waitFor();
  users.errors.splice(0); // the ended session is answered with 401
});

it("a user creates a bot, sees its token once, and revokes it", async ({ users }) => {
  const { page } = await users.open();
  await enter(page, "Ben", "Register");
  await page.getByLabel("Bot name").fill("Deep Ring");
  await page.getByRole("button", { name: "Create bot" }).click();
  expect(await page.getByLabel("Token for Deep Ring").inputValue()).toMatch(/^rrb_/);
  await page.getByRole("button", { name: "New token" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Label").fill("laptop");
  await dialog.getByLabel("Permissions").selectOption("Read only");
  await dialog.getByRole("button", { name: "New token" }).click();
  const token = page.getByRole("listitem").filter({ hasText: "laptop" });
  await token.getByText(/Read only · expires .* · never used/).waitFor();
  expect(await findAccessibilityIssues(page, "account-bots")).toEqual([]);
  await token.getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await token.waitFor({ state: "detached" });
  await page.reload();
  await page.getByRole("heading", { name: "Deep Ring" }).waitFor();
  expect(await page.getByLabel("Token for Deep Ring").count()).toBe(0);
});
