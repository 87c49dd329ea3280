// Quick match: strangers are matched, watched, and can swap sides.

import { describe, expect } from "vitest";
import { it } from "./harness/fixtures";
import { GamePage } from "./harness/gamePage";
import { lookForGame } from "./harness/quickMatch";
import { RandomPlayer } from "./harness/randomPlayer";
import type { User, Users } from "./harness/users";

const isFirst = ({ page }: User) =>
  page.locator(".slot[data-seat='1'][data-active='true']").count();

/** Matches two users and returns who moves first. */
async function matchTwo(users: Users) {
  const both = [await users.open(), await users.open()] as const;
  for (const { page } of both) {
    await page.goto("/");
    await lookForGame(page, 2);
  }
  await expect.poll(async () => (await Promise.all(both.map(isFirst))).sort()).toEqual([0, 1]);
  const [blue, red] = (await isFirst(both[0])) ? both : [both[1], both[0]];
  return { blue, red };
}

describe("three users who look for two opponents each", () => {
  it("see how many wait, are matched and play in turn", async ({ users }) => {
    const [ada, ben, cleo] = [await users.open(), await users.open(), await users.open()] as const;
    await cleo.page.goto("/play");
    const form = cleo.page.locator(".quick-match");
    await form.getByText("No one is waiting right now.").waitFor();
    await ada.page.goto("/play");
    await lookForGame(ada.page, 3);
    await form.getByRole("radio", { name: "3 (1 waiting)" }).waitFor({ state: "attached" });
    await ben.page.goto("/");
    await ben.page.locator(".wanted-games").getByText("1 person is waiting").waitFor();
    await ben.page.getByRole("button", { name: "Play with them" }).click();
    await form.getByText("2 people are waiting").waitFor();
    await ada.page.getByText("2 people are waiting for this game.").waitFor();
    await lookForGame(cleo.page, 3);
    const all = [ada, ben, cleo];
    for (const { page } of all) await page.waitForURL(/\/game\//);
    expect(new Set(all.map(({ page }) => page.url())).size).toBe(1);
    await Promise.all(all.map(({ page }, seed) => new RandomPlayer(page, seed).play(3)));
    for (const { page } of all) await new GamePage(page).expectTurnOf(3);
  });
});

describe("two users who look for an opponent", () => {
  it("are matched with running clocks and can be watched", async ({ users }) => {
    const { blue, red } = await matchTwo(users);
    await expect.poll(() => blue.page.getByRole("timer").count()).toBe(2);
    const third = await users.open();
    await third.page.goto("/watch");
    await third.page.locator(".game-card-link").first().click();
    await third.page.getByText("You are watching.").waitFor();
    await new GamePage(blue.page).choose("d4", "d6");
    await new GamePage(third.page).expectCell("d6", /blue ring/);
    await new GamePage(red.page).expectCell("d6", /blue ring/);
    await third.page
      .getByText(/to move|is thinking/)
      .first()
      .waitFor();
  });

  it("begin a game on the small hexagon from a balanced start, without the swap rule", async ({
    users,
  }) => {
    const both = [await users.open(), await users.open()] as const;
    for (const { page } of both) {
      await page.goto("/play");
      const form = page.locator(".quick-match");
      await form.getByLabel("Board").selectOption("hex8");
      await form.getByRole("radio", { name: /^2/ }).check({ force: true });
      await page.getByText("The game starts from a balanced position").first().waitFor();
      await lookForGame(page, 2);
    }
    for (const { page } of both) {
      await page.waitForURL(/\/game\//);
      for (const seat of [1, 2]) await new GamePage(page).expectTurnOf(seat);
    }
    await Promise.all(both.map(({ page }, seed) => new RandomPlayer(page, seed).play(8)));
    for (const { page } of both) expect(await page.getByText("Swap sides").count()).toBe(0);
  });

  it("can swap sides after the first turn: each plays the other colour from then on", async ({
    users,
  }) => {
    const { blue, red } = await matchTwo(users);
    await new GamePage(blue.page).choose("d4", "d6");
    await new GamePage(red.page).press("Swap sides");
    await new GamePage(blue.page).expectOwnTurn(2);
    await new RandomPlayer(blue.page, 1).play(2);
    await new GamePage(red.page).expectOwnTurn(1);
  });
});
