// Complete games from the empty board by random clicks.

import { describe, expect } from "vitest";
import type { BoardElement } from "../src/board/types";
import { it } from "./harness/fixtures";
import { inviteFriend } from "./harness/quickMatch";
import { RandomPlayer } from "./harness/randomPlayer";
import { REDUCED_MOTION, type User } from "./harness/users";

const position = ({ page }: User) =>
  page.evaluate(() =>
    JSON.stringify(document.querySelector<BoardElement>("ringrift-board")?.state?.board),
  );

const verdicts = (persons: User[]) =>
  Promise.all(persons.map(({ page }) => page.locator(".game-over h2").textContent()));

describe("two users who meet by a link", () => {
  it("play to the end and see the same game in the replay", async ({ users }) => {
    const [ada, ben] = [await users.open(REDUCED_MOTION), await users.open(REDUCED_MOTION)];
    await ben.page.goto(await inviteFriend(ada.page));
    await ben.page.getByRole("button", { name: "Play" }).click();
    const players = [new RandomPlayer(ada.page, 1), new RandomPlayer(ben.page, 2)];
    await Promise.all(players.map((player) => player.play()));
    await expect
      .poll(async () => (await verdicts([ada, ben])).sort())
      .toEqual([expect.stringMatching(/ won /), "You won!"]);
    const end = await position(ada);
    expect(await position(ben)).toBe(end);
    await ada.page.getByRole("main").getByRole("link", { name: "Analyse" }).click();
    await ada.page.getByRole("button", { name: "Go to the end" }).click();
    await expect.poll(() => position(ada)).toBe(end);
  });
});

describe("a user against the computer", () => {
  it("plays to the end", async ({ users }) => {
    const { page } = await users.open(REDUCED_MOTION);
    await page.goto("/");
    await page.getByRole("radio", { name: "Learning" }).check({ force: true });
    await page.getByRole("button", { name: "Start the game" }).click();
    const player = new RandomPlayer(page, 3);
    await player.play();
    expect(player.choices).toBeGreaterThan(1);
    await page.getByRole("heading", { name: /^You won!$|^Level 3 won / }).waitFor();
  });
});

describe("four seats on the small hexagon", () => {
  it("are taken by four users from the lobby, who all see the same game", async ({ users }) => {
    const [host, ...guests] = await Promise.all([1, 2, 3, 4].map(() => users.open(REDUCED_MOTION)));
    if (!host) throw new Error("no user opened the page");
    await host.page.goto("/play");
    await host.page.getByRole("button", { name: "New game" }).first().click();
    const wishes = host.page.getByRole("dialog");
    await wishes.getByLabel("Board").selectOption("hex8");
    await wishes.getByRole("radio", { name: "4" }).check({ force: true });
    await wishes.getByRole("button", { name: "Create game" }).click();
    await host.page.getByRole("heading", { name: "Waiting for players" }).waitFor();
    const [chooser, ...others] = guests;
    await chooser?.page.goto(host.page.url());
    await chooser?.page.getByRole("button", { name: "Play gold" }).click();
    await host.page.locator(".seat-name[data-seat='4'][data-open='false']").waitFor();
    for (const { page } of others) {
      await page.goto("/play");
      await page.getByRole("button", { name: "Join" }).click();
    }
    const all = [host, ...guests];
    await Promise.all(all.map(({ page }, i) => new RandomPlayer(page, i).play(8)));
    const [shown] = await Promise.all(all.map(position));
    const name = (await chooser?.page.locator(".account-link").textContent()) ?? "";
    await host.page.locator(".seat-panel[data-seat='4'] h2", { hasText: name }).waitFor();
    for (const person of all) await expect.poll(() => position(person)).toBe(shown);
  });

  it("are played to the end in the sandbox, two of them by the computer", async ({ users }) => {
    const { page } = await users.open(REDUCED_MOTION);
    await page.goto("/sandbox");
    await page.getByRole("button", { name: "New game" }).click();
    const wishes = page.getByRole("dialog");
    await wishes.getByLabel("Board").selectOption("hex8");
    await wishes.getByRole("radio", { name: "4" }).check({ force: true });
    for (const colour of ["Red", "Gold"])
      await wishes
        .getByLabel(`${colour} is played by`)
        .selectOption({ label: "Computer, level 1" });
    await wishes.getByRole("button", { name: "Start game" }).click();
    await page.getByRole("radio", { name: "Fast" }).check({ force: true });
    await new RandomPlayer(page, 4).play();
    await page.locator(".prompt", { hasText: /^(Blue|Red|Green|Gold) wins/ }).waitFor();
  });
});
