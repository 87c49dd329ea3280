// A player reports a line of chat; a moderator removes it and decides; the player reads the outcome.

import { expect } from "vitest";
import { addAuthenticatorApp } from "./harness/authenticatorApp";
import { it } from "./harness/fixtures";
import { register, startGame } from "./harness/liveGames";
import { findAccessibilityIssues } from "./harness/screenshots";

it("a report goes from the chat to a moderator and back", async ({ server, users }) => {
  const [ann, ben, mia] = [await users.open(), await users.open(), await users.open()];
  await register(ann, "Ann Player");
  await register(ben, "Ben Rude");
  await register(mia, "Mia Fair");
  expect(await server.administer("grant", "Mia Fair", "moderator", "--reason", "helps")).toContain(
    "Mia Fair is a moderator now",
  );
  await startGame([ann, ben]);
  await ben.page.getByLabel("Message").fill("go away, fool");
  await ben.page.getByRole("button", { name: "Send" }).click();

  await ann.page.getByRole("button", { name: "Report, mute or block Ben Rude" }).click();
  await ann.page.getByRole("button", { name: "Report this line" }).click();
  await ann.page.getByRole("button", { name: "Send the report" }).click();
  await ann.page.getByText("Thank you. You can see the outcome").waitFor();

  await mia.page.reload();
  await mia.page.getByRole("button", { name: "Mia Fair" }).click();
  await mia.page.getByRole("link", { name: "Administration" }).click();
  await mia.page.getByText("This needs a second factor.").waitFor();
  expect(await findAccessibilityIssues(mia.page, "administration-refused")).toEqual([]);
  await mia.page.getByRole("link", { name: "Open your account" }).click();
  await addAuthenticatorApp(mia.page);
  await mia.page.getByRole("button", { name: "Mia Fair" }).click();
  await mia.page.getByRole("link", { name: "Administration" }).click();
  await mia.page.getByText("About Ben Rude").waitFor();
  expect(await findAccessibilityIssues(mia.page, "administration-reports")).toEqual([]);
  await mia.page.getByRole("button", { name: "Remove the line" }).click();
  await mia.page.getByLabel("Reason").fill("insult");
  await mia.page.getByRole("button", { name: "Remove the line" }).last().click();
  const line = (user: typeof ann) => user.page.getByText("go away, fool");
  await line(ann).waitFor({ state: "detached" });
  await line(ben).waitFor({ state: "detached" });

  await mia.page.getByRole("button", { name: "Show the account" }).click();
  const dialog = mia.page.getByRole("dialog");
  await dialog.getByLabel("Days").fill("2");
  await dialog.getByLabel("Reason").fill("insults in chat");
  expect(await findAccessibilityIssues(mia.page, "administration-account")).toEqual([]);
  await dialog.getByRole("button", { name: "Suspend" }).click();
  await dialog.getByText(/Suspended until .*: insults in chat/).waitFor();
  await dialog.getByRole("button", { name: "Close" }).click();
  await mia.page.getByLabel("Note to the reporter (optional)").fill("Ben is suspended.");
  await mia.page.getByRole("button", { name: "Uphold" }).click();
  await mia.page.getByText("There are no such reports.").waitFor();
  await mia.page.getByRole("tab", { name: "Log" }).click();
  await mia.page.getByText("Report decided").waitFor();

  await ann.page.goto("/player/Ben%20Rude");
  await ann.page.getByRole("button", { name: "Report" }).click();
  await ann.page.getByRole("dialog").waitFor();
  expect(await findAccessibilityIssues(ann.page, "report")).toEqual([]);
  await ann.page.goto("/account");
  await ann.page.getByText("Ben is suspended.").waitFor();
  await ben.page.goto("/account#log-in");
  const form = ben.page.getByRole("tabpanel");
  await form.getByLabel("Name").fill("Ben Rude");
  await form.getByLabel("Password").fill("correct horse");
  await form.getByRole("button", { name: "Log in" }).click();
  await ben.page.getByText(/suspended until .*Reason: insults in chat/).waitFor();
  users.errors.splice(0); // the ended session and the refused login
});

it("a moderator gives a reported club a neutral name", async ({ server, users }) => {
  const [ann, ben, mia] = [await users.open(), await users.open(), await users.open()];
  await register(ann, "Ann Reader");
  await register(ben, "Ben Founder");
  await register(mia, "Mia Mild");
  await server.administer("grant", "Mia Mild", "moderator", "--reason", "helps");
  await ben.page.goto("/club");
  await ben.page.getByRole("button", { name: "Create a club" }).click();
  const dialog = ben.page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name" }).fill("Rude Words");
  await dialog.getByRole("button", { name: "Create a club" }).click();
  await ben.page.getByRole("heading", { name: "Rude Words" }).waitFor();

  await ann.page.goto(ben.page.url());
  await ann.page.getByRole("button", { name: "Report" }).click();
  await ann.page.getByLabel("What is wrong?").selectOption("An offensive name");
  await ann.page.getByRole("button", { name: "Send the report" }).click();
  await ann.page.getByText("Thank you. You can see the outcome").waitFor();

  await mia.page.goto("/account");
  await addAuthenticatorApp(mia.page);
  await mia.page.goto("/admin");
  await mia.page.getByText("Rude Words").waitFor();
  await mia.page.getByRole("link", { name: "Open the club" }).waitFor();
  await mia.page.getByRole("button", { name: "Remove the text" }).click();
  await mia.page.getByLabel("Reason").fill("offensive name");
  await mia.page.getByRole("button", { name: "Remove the text" }).last().click();
  await mia.page.getByText("Done. It is in the log.").waitFor();
  await ann.page.reload();
  await ann.page.getByRole("heading", { name: /^Club [0-9a-f]{8}$/ }).waitFor();
});
