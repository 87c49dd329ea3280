// A user who lost the password gets the account back.

import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { it } from "./harness/fixtures";

it("a recovery code from the registration sets a new password", async ({ users }) => {
  const { page } = await users.open();
  await page.goto("/account");
  await page.getByLabel("Name").fill("Forgetful");
  await page.getByLabel("Password").fill("correct horse");
  await page.getByRole("tabpanel").getByRole("button", { name: "Register" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download", exact: true }).first().click(),
  ]);
  const codes = readFileSync(await download.path(), "utf8").match(/^(\w{4}-){3}\w{4}$/gm) ?? [];
  expect(new Set(codes).size).toBe(10);
  await page.getByRole("button", { name: "I have saved them" }).click();
  await page.getByText("10 unused codes are left").waitFor();
  await page.getByRole("button", { name: "Log out", exact: true }).click();

  await page.getByRole("tab", { name: "Log in" }).click();
  await page.getByRole("link", { name: "I lost my password" }).click();
  await page.getByLabel("Name").fill("Forgetful");
  await page.getByLabel("Recovery code").fill("0000-0000-0000-0000");
  await page.getByLabel("New password").fill("three purple tractors");
  await page.getByRole("button", { name: "Set the new password" }).click();
  await page
    .getByRole("alert")
    .getByText(/name or recovery code is wrong/)
    .waitFor();
  users.errors.splice(0); // the wrong code is answered with 401
  await page.getByLabel("Recovery code").fill(codes[4] ?? "");
  await page.getByRole("button", { name: "Set the new password" }).click();
  await page.getByText(/Forgetful has a new password.* 9 recovery codes are left/).waitFor();
  await page.getByLabel("Name").fill("Forgetful");
  await page.getByLabel("Password").fill("three purple tractors");
  await page.getByRole("tabpanel").getByRole("button", { name: "Log in" }).click();
  await page.getByText("You are logged in as Forgetful.").waitFor();
});
