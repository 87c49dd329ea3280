// People who do not know each other: put together, watched, and swapping sides.

import { describe, expect } from "vitest";
import { it } from "./harness/fixtures";
import { GamePage } from "./harness/gamePage";
import { RandomPlayer } from "./harness/randomPlayer";
import type { People, Person } from "./harness/users";

const begins = ({ page }: Person) => page.getByText(/^Blue: place/).count();

/** Two who press the same button, and who of them begins. */
async function putTogether(people: People) {
  const both = [await people.arrive(), await people.arrive()] as const;
  for (const { page } of both) {
    await page.goto("/");
    await page.getByRole("button", { name: "Find an opponent" }).click();
  }
  await expect.poll(async () => (await Promise.all(both.map(begins))).sort()).toEqual([0, 1]);
  const [blue, red] = (await begins(both[0])) ? both : [both[1], both[0]];
  return { blue, red };
}

describe("two who look for an opponent", () => {
  it("are put together, with clocks that run, and are watched by a third", async ({ people }) => {
    const { blue, red } = await putTogether(people);
    await expect.poll(() => blue.page.getByRole("timer").count()).toBe(2);
    const third = await people.arrive();
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

  it("may swap sides after the first turn: each plays the other's colour from then on", async ({
    people,
  }) => {
    const { blue, red } = await putTogether(people);
    await new GamePage(blue.page).choose("d4", "d6");
    await new GamePage(red.page).press("Swap sides");
    await new GamePage(blue.page).expectAsked(/^Red: place/);
    await new RandomPlayer(blue.page, 1).play(2);
    await new GamePage(red.page).expectAsked(/^Blue: /);
  });
});
