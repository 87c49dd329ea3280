// Quick match on the home page or in the lobby.

import type { Page } from "playwright-core";

/** Starts to look for a game with this number of players. */
export async function lookForGame(page: Page, players: 2 | 3 | 4): Promise<void> {
  const form = page.locator(".quick-match");
  await form.getByRole("radio", { name: new RegExp(`^${players}`) }).check({ force: true });
  await form.getByRole("button", { name: /^Find/ }).click();
}

/** Creates a game for two on the home page and returns the link to send to a friend. */
export async function inviteFriend(page: Page): Promise<string> {
  await page.goto("/");
  const form = page.locator(".quick-match");
  await form.getByRole("radio", { name: /^2/ }).check({ force: true });
  await form.getByRole("button", { name: "Invite a friend" }).click();
  return page.getByLabel("Invitation link").inputValue();
}
