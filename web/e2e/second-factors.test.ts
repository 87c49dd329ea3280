// A user logs in with a passkey, and with a code of an authenticator app after the password.

import type { Page } from "playwright-core";
import { expect } from "vitest";
import { codeOf } from "./harness/authenticatorApp";
import { it } from "./harness/fixtures";
import { findAccessibilityIssues } from "./harness/screenshots";

const PASSWORD = "correct horse";

/** Gives the page a device with passkeys, whose owner is always there. */
async function addVirtualAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

it("a passkey, then an authenticator app, secure a login", async ({ users, server }) => {
  // Passkeys need a host name.
  const { page } = await users.open({ baseURL: server.url.replace("127.0.0.1", "localhost") });
  await addVirtualAuthenticator(page);
  const loggedIn = page.getByText("You are logged in as Keyed.");
  const logOut = () => page.getByRole("button", { name: "Log out", exact: true }).click();
  await page.goto("/account");
  await page.getByLabel("Name").fill("Keyed");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("tabpanel").getByRole("button", { name: "Register" }).click();
  await page.getByRole("button", { name: "I have saved them" }).click();

  await page.getByLabel("Name for the new passkey").fill("My laptop");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("listitem").filter({ hasText: "My laptop" }).waitFor();
  await logOut();
  await page.getByRole("tab", { name: "Log in" }).click();
  await page.getByRole("button", { name: "Log in with a passkey" }).click();
  await loggedIn.waitFor();

  await page.getByRole("button", { name: "Set up an authenticator app" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("img", { name: "QR code for the authenticator app" }).waitFor();
  expect(await findAccessibilityIssues(page, "account-authenticator")).toEqual([]);
  const secret = await dialog.getByLabel("Key for the app").inputValue();
  await dialog.getByLabel("Code that the app shows").fill(codeOf(secret, -1));
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await page.getByText("On: you enter a code of your app after your password.").waitFor();
  expect(await findAccessibilityIssues(page, "account-second-factors")).toEqual([]);
  await logOut();

  await page.getByRole("tab", { name: "Log in" }).click();
  const form = page.getByRole("tabpanel");
  await form.getByLabel("Name").fill("Keyed");
  await form.getByLabel("Password").fill(PASSWORD);
  await form.getByRole("button", { name: "Log in", exact: true }).click();
  await form.getByRole("radio", { name: "Authenticator app" }).check();
  await form.getByLabel("Code of your authenticator app").fill(codeOf(secret, 0));
  expect(await findAccessibilityIssues(page, "log-in-second-step")).toEqual([]);
  await form.getByRole("button", { name: "Log in", exact: true }).click();
  await loggedIn.waitFor();
  await logOut();

  await page.getByRole("tab", { name: "Log in" }).click();
  await form.getByLabel("Name").fill("Keyed");
  await form.getByLabel("Password").fill(PASSWORD);
  await form.getByRole("button", { name: "Log in", exact: true }).click();
  await form.getByRole("radio", { name: "Passkey" }).check();
  await form.getByRole("button", { name: "Use the passkey" }).click();
  await loggedIn.waitFor();
});
