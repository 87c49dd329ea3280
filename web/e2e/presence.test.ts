// Whoever plays sees whether the other is there, and a game that was found too late is given up at once.

import { expect } from "vitest";
import { it } from "./harness/fixtures";
import { GamePage } from "./harness/gamePage";
import type { People } from "./harness/users";

async function invited(people: People) {
  const host = await people.arrive();
  const guest = await people.arrive();
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

it("whoever leaves the table is called away, and no longer when they are back", async ({
  people,
}) => {
  const { guest, away } = await invited(people);
  await expect.poll(away).toEqual([0, 0]);
  await guest.page.getByRole("link", { name: "Rulebook" }).click();
  await expect.poll(away).toEqual([0, 1]);
  await guest.page.goBack();
  await expect.poll(away).toEqual([0, 0]);
});

it("whoever stops looking just when an opponent was found gives that game up at once", async ({
  people,
}) => {
  const [hasty, other] = [await people.arrive(), await people.arrive()];
  for (const { page } of [hasty, other]) await page.goto("/");
  const look = { name: "Find an opponent" };
  const asked = hasty.page.waitForResponse((answer) => answer.url().endsWith("/quick-match"));
  await hasty.page.getByRole("button", look).click();
  await asked;
  await hasty.page.route("**/quick-match", (route) =>
    route.request().method() === "POST" ? route.abort("internetdisconnected") : route.continue(),
  );
  await other.page.getByRole("button", look).click();
  await new GamePage(other.page).expectCell("d4", /can be chosen|empty/);
  // At the same time: the news go after a while.
  await Promise.all([
    hasty.page.getByText("You have left that game").waitFor(),
    hasty.page.getByRole("button", { name: "Stop searching" }).click(),
  ]);
  await other.page.getByRole("heading", { name: "You win" }).waitFor();
});
