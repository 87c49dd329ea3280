// Players see whether the opponent is connected; a match found too late is resigned at once.

import { expect } from "vitest";
import { it } from "./harness/fixtures";
import { GamePage } from "./harness/gamePage";
import type { Users } from "./harness/users";

async function meet(users: Users) {
  const host = await users.open();
  const guest = await users.open();
  await host.page.goto("/");
  await host.page.getByRole("button", { name: "Get a link" }).click();
  await guest.page.goto(await host.page.getByLabel("Invitation link").inputValue());
  await guest.page.getByRole("button", { name: "Play" }).click();
  await new GamePage(host.page).expectCell("d4", /can be chosen/);
  const away = [1, 2].map((seat) =>
    host.page.locator(`[data-seat='${seat}'] h2`, { hasText: "away" }),
  );
  return { guest, away: () => Promise.all(away.map((seat) => seat.count())) };
}

it("a player who leaves is shown as away until they are back", async ({ users }) => {
  const { guest, away } = await meet(users);
  await expect.poll(away).toEqual([0, 0]);
  await guest.page.getByRole("link", { name: "Rulebook" }).click();
  await expect.poll(away).toEqual([0, 1]);
  await guest.page.goBack();
  await expect.poll(away).toEqual([0, 0]);
});

it("a player who stops searching just as an opponent is found leaves that game at once", async ({
  users,
}) => {
  const [hasty, other] = [await users.open(), await users.open()];
  for (const { page } of [hasty, other]) await page.goto("/");
  const look = { name: "Find an opponent" };
  const matched = hasty.page.waitForResponse((answer) => answer.url().endsWith("/quick-match"));
  await hasty.page.getByRole("button", look).click();
  await matched;
  await hasty.page.route("**/quick-match", (route) =>
    route.request().method() === "POST" ? route.abort("internetdisconnected") : route.continue(),
  );
  await other.page.getByRole("button", look).click();
  await new GamePage(other.page).expectCell("d4", /can be chosen|empty/);
  // At the same time: the news go after a while.
  await Promise.all([
    hasty.page.getByText("You have resigned that game").waitFor(),
    hasty.page.getByRole("button", { name: "Stop searching" }).click(),
  ]);
  await other.page.getByRole("heading", { name: "You win" }).waitFor();
});
