// People who do not know each other: put together, watched, and swapping sides.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Chance } from "./harness/chance";
import { People } from "./harness/people";
import { Server } from "./harness/server";
import { TableOf } from "./harness/table";

let server: Server;
let people: People;

beforeAll(async () => {
  server = await Server.start();
  people = await People.gather(server);
});
afterAll(async () => {
  await people?.close();
  await server?.close();
});

/** Two who press the same button, and who of them begins. */
async function putTogether() {
  const both = [await people.arrive(), await people.arrive()] as const;
  for (const { page } of both) {
    await page.goto("/");
    await page.getByRole("button", { name: "Look for an opponent" }).click();
  }
  await Promise.all(both.map(({ page }) => page.waitForURL(/\/game\//)));
  await Promise.all(both.map(({ page }) => page.locator(".prompt").waitFor()));
  const begins = await both[0].page.getByText(/^Blue: place/).count();
  const [blue, red] = begins ? both : [both[1], both[0]];
  return { blue, red };
}

describe("two who look for an opponent", () => {
  it("are put together, with clocks that run, and are watched by a third", async () => {
    const { blue, red } = await putTogether();
    expect(await blue.page.getByRole("timer").count()).toBe(2);
    const third = await people.arrive();
    await third.page.goto("/");
    await third.page.getByRole("link", { name: "Watch" }).click();
    await third.page.getByText("You are watching.").waitFor();
    await new TableOf(blue.page).choose("d4", "d6");
    await new TableOf(third.page).expectCell("d6", /blue ring/);
    await new TableOf(red.page).expectCell("d6", /blue ring/);
    await third.page
      .getByText(/to move|is thinking/)
      .first()
      .waitFor();
    const all = [blue, red, third];
    expect(all.flatMap(({ complaints }) => complaints)).toEqual([]);
    await Promise.all(all.map(({ leave }) => leave()));
  });

  it("may swap sides after the first turn: each plays the other's colour from then on", async () => {
    const { blue, red } = await putTogether();
    await new TableOf(blue.page).choose("d4", "d6");
    await new TableOf(red.page).press("Swap sides");
    await new TableOf(blue.page).expectAsked(/^Red: place/);
    await new Chance(blue.page, 1).play(2);
    await new TableOf(red.page).expectAsked(/^Blue: /);
    expect([...blue.complaints, ...red.complaints]).toEqual([]);
    await blue.leave();
    await red.leave();
  });
});
