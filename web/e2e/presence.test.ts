// Players see whether the opponent is connected; a match found too late is aborted at once.

import { expect } from "vitest";
import { it } from "./harness/fixtures";
import { GamePage } from "./harness/gamePage";
import { inviteFriend, lookForGame } from "./harness/quickMatch";
import type { Users } from "./harness/users";

async function meet(users: Users) {
  const host = await users.open();
  const guest = await users.open();
  await guest.page.goto(await inviteFriend(host.page));
  await guest.page.getByRole("button", { name: "Play" }).click();
  await new GamePage(host.page).expectCell("d4", /can be chosen/);
  const away = [1, 2].map((seat) =>
    host.page.locator(`.seat-panel[data-seat='${seat}'] header`, { hasText: "away" }),
  );
  return { guest, away: () => Promise.all(away.map((seat) => seat.count())) };
}

it("a player who leaves is shown as away until they are back", async ({ users }) => {
  const { guest, away } = await meet(users);
  await expect.poll(away).toEqual([0, 0]);
  await guest.page.getByRole("link", { name: "Learn" }).first().click();
  await expect.poll(away).toEqual([0, 1]);
  await guest.page.goBack();
  await expect.poll(away).toEqual([0, 0]);
});

it("a player who stops searching just as an opponent is found leaves that game at once", async ({
  users,
}) => {
  const [hasty, other] = [await users.open(), await users.open()];
  for (const { page } of [hasty, other]) await page.goto("/");
  const matched = hasty.page.waitForResponse(
    (answer) => answer.url().endsWith("/quick-match") && answer.request().method() === "POST",
  );
  await lookForGame(hasty.page, 2);
  await matched;
  await hasty.page.route("**/quick-match", (route) =>
    route.request().method() === "POST" ? route.abort("internetdisconnected") : route.continue(),
  );
  await lookForGame(other.page, 2);
  await new GamePage(other.page).expectCell("d4", /can be chosen|empty/);
  // At the same time: the news go after a while.
  await Promise.all([
    hasty.page.getByText("You have left that game").waitFor(),
    hasty.page.getByRole("button", { name: "Stop searching" }).click(),
  ]);
  await other.page.getByRole("heading", { name: "This game was aborted." }).waitFor();
});
