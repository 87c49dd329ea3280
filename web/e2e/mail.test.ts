// A user confirms an email address, and sets a new password with the link in a mail.

import { expect } from "vitest";
import { test } from "./harness/browser";
import { MailServer } from "./harness/mailServer";
import { findAccessibilityIssues } from "./harness/screenshots";
import { Server } from "./harness/server";
import { Users } from "./harness/users";

const it = test
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the needed fixtures from the pattern
  .extend("mails", { scope: "file" }, async ({}, { onCleanup }) => {
    const mails = await MailServer.start();
    onCleanup(() => mails.close());
    return mails;
  })
  .extend("server", { scope: "file" }, async ({ mails }, { onCleanup }) => {
    const server = await Server.start(mails.settings);
    onCleanup(() => server.close());
    return server;
  })
  .extend("users", ({ browser, server }, { onCleanup }) => {
    const users = new Users(browser, server);
    onCleanup(async () => {
      await users.close();
      users.expectNoErrors();
    });
    return users;
  });

/** The path of the link in a mail; its host is that of the settings, which do not know the port. */
function linkIn(text: string): string {
  const link = /https?:\/\/\S+(\/account\/\w+#\S+)/.exec(text)?.[1];
  if (!link) throw new Error(`there is no link in: ${text}`);
  return link;
}

it("a mail confirms an address, and another one sets a new password", async ({ users, mails }) => {
  const { page } = await users.open();
  await page.goto("/account");
  await page.getByLabel("Name").fill("Mailed");
  await page.getByLabel("Password").fill("correct horse");
  await page.getByRole("tabpanel").getByRole("button", { name: "Register" }).click();
  await page.getByLabel("Email address").fill("mailed@example.org");
  await page.getByRole("button", { name: "Send a link to confirm it" }).click();
  await page.getByText(/We sent a link to mailed@example.org/).waitFor();
  expect(await findAccessibilityIssues(page, "account-email")).toEqual([]);

  const elsewhere = await users.open();
  const confirmation = await mails.next("Confirm your address");
  await elsewhere.page.goto(linkIn(confirmation.text));
  await elsewhere.page.getByRole("button", { name: "Confirm" }).click();
  await elsewhere.page
    .getByText("mailed@example.org is now the email address of Mailed.")
    .waitFor();
  expect(elsewhere.page.url()).toMatch(/\/account\/verify$/);
  await page.reload();
  await page.getByText("Your address is mailed@example.org.").waitFor();

  await elsewhere.page.goto("/account/recover");
  await elsewhere.page.getByLabel("Your name, or your email address").fill("mailed@example.org");
  await elsewhere.page.getByRole("button", { name: "Send the mail" }).click();
  await elsewhere.page.getByText(/its mail is on the way/).waitFor();
  expect(await findAccessibilityIssues(elsewhere.page, "recover-by-mail")).toEqual([]);
  const reset = await mails.next("Set a new password");
  await elsewhere.page.goto(linkIn(reset.text));
  await elsewhere.page.getByLabel("New password").fill("three purple tractors");
  await elsewhere.page.getByRole("button", { name: "Set the new password" }).click();
  await elsewhere.page.getByLabel("Name").fill("Mailed");
  await elsewhere.page.getByLabel("Password").fill("three purple tractors");
  const form = elsewhere.page.getByRole("tabpanel");
  await form.getByRole("button", { name: "Log in", exact: true }).click();
  await elsewhere.page.getByText("You are logged in as Mailed.").waitFor();
  users.errors.splice(0); // the session that the new password has ended is answered with 401
  await mails.next("Your RingRift password was changed");
  await mails.next("New login");
});
