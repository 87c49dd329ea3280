// Games of several users: accounts, games created in the lobby, leaving.

import type { Page } from "playwright-core";
import type { GameSettings } from "../../src/api/types";
import type { User } from "./users";

export async function register({ page }: User, name: string): Promise<void> {
  await page.goto("/account");
  await page.getByRole("tab", { name: "Register" }).click();
  const form = page.getByRole("tabpanel");
  await form.getByLabel("Name").fill(name);
  await form.getByLabel("Password").fill("correct horse");
  await form.getByRole("button", { name: "Register" }).click();
  await page.getByText(`You are logged in as ${name}.`).waitFor();
}

interface NewGame {
  rated?: boolean;
  /** Settings that the dialog does not have. */
  settings?: Partial<GameSettings>;
}

/** The first user creates a public game for all of them, the others join in order of the seats. */
export async function startGame(users: User[], { rated, settings }: NewGame = {}): Promise<void> {
  const [host, ...guests] = users;
  if (!host) throw new Error("a game has players");
  const { page } = host;
  await page.goto("/play");
  if (settings) await addSettings(page, settings);
  await page.getByRole("button", { name: "New game" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: `${users.length}`, exact: true }).check({ force: true });
  if (rated) await dialog.getByLabel("Rated").check();
  await dialog.getByRole("button", { name: "Create game" }).click();
  await page.waitForURL(/\/game\//);
  await page.getByRole("heading", { name: "Waiting for players" }).waitFor();
  const game = page.url();
  for (const guest of guests) {
    await guest.page.goto(game);
    await guest.page
      .getByRole("button", { name: guest === guests.at(-1) ? "Take a seat" : /^Play / })
      .first()
      .click();
    if (guest !== guests.at(-1)) await guest.page.getByRole("button", { name: "Leave" }).waitFor();
  }
  for (const user of users) await user.page.locator(".prompt").waitFor();
}

/** Adds settings to the games that the page creates. */
async function addSettings(page: Page, settings: Partial<GameSettings>): Promise<void> {
  await page.route("**/games", async (route) => {
    const request = route.request();
    if (request.method() !== "POST") return route.fallback();
    const body = request.postDataJSON();
    const postData = { ...body, settings: { ...body.settings, ...settings } };
    return route.continue({ postData: JSON.stringify(postData) });
  });
}

/** Resigns after reading what it means. */
export async function resign({ page }: User, meaning: RegExp | string): Promise<void> {
  await page.getByRole("button", { name: "Resign" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(meaning).waitFor();
  await dialog.getByRole("button", { name: "Resign" }).click();
}

/** The rows of the final standing: `1st Ada`, `3rd Cleo left (resigned)`. */
export async function readStanding({ page }: User): Promise<string[]> {
  // A table at the end of a game, a list in the replay.
  const rows = await page.getByLabel("Final standings").locator("tbody tr, li").all();
  return Promise.all(
    rows.map(async (row) => {
      const parts = await row.locator(".place, b:not(td b), small:not(td small)").allTextContents();
      return parts.join(" ");
    }),
  );
}
