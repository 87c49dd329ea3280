// Quick match: strangers are matched, watched, and can swap sides.

import { describe, expect } from "vitest";
import { it } from "./harness/fixtures";
import { GamePage } from "./harness/gamePage";
import { RandomPlayer } from "./harness/randomPlayer";
import type { User, Users } from "./harness/users";

const isFirst = ({ page }: User) => page.getByText(/^Blue: place/).count();

/** Matches two users and returns who moves first. */
async function matchTwo(users: Users) {
  const both = [await users.open(), await users.open()] as const;
  for (const { page } of both) {
    await page.goto("/");
    await page.getByRole("button", { name: "Find an opponent" }).click();
  }
  await expect.poll(async () => (await Promise.all(both.map(isFirst))).sort()).toEqual([0, 1]);
  const [blue, red] = (await isFirst(both[0])) ? both : [both[1], both[0]];
  return { blue, red };
}

describe("two users who look for an opponent", () => {
  it("are matched with running clocks and can be watched", async ({ users }) => {
    const { blue, red } = await matchTwo(users);
    await expect.poll(() => blue.page.getByRole("timer").count()).toBe(2);
    const third = await users.open();
    await third.page.goto("/");
    await third.page.getByRole("link", { name: "Watch" }).click();
    await third.page.getByText("You are watching.").waitFor();
    await new GamePage(blue.page).choose("d4", "d6");
    await new GamePage(third.page).expectCell("d6", /blue ring/);
    await new GamePage(red.page).expectCell("d6", /blue ring/);
    await third.page
      .getByText(/to move|is thinking/)
      .first()
      .waitFor();
  });

  it("can swap sides after the first turn: each plays the other colour from then on", async ({
    users,
  }) => {
    const { blue, red } = await matchTwo(users);
    await new GamePage(blue.page).choose("d4", "d6");
    await new GamePage(red.page).press("Swap sides");
    await new GamePage(blue.page).expectPrompt(/^Red: place/);
    await new RandomPlayer(blue.page, 1).play(2);
    await new GamePage(red.page).expectPrompt(/^Blue: /);
  });
});
