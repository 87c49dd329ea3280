// Three and four players: a person leaves, a computer takes over, and everyone sees the standing.

import { describe, expect } from "vitest";
import type { BoardElement } from "../src/board/types";
import { it } from "./harness/fixtures";
import { GamePage } from "./harness/gamePage";
import { readStanding, register, resign, startGame } from "./harness/liveGames";
import { RandomPlayer } from "./harness/randomPlayer";
import { findAccessibilityIssues } from "./harness/screenshots";
import { REDUCED_MOTION, type User, type Users } from "./harness/users";

/** Red eliminates its last ring on d5-g5 and wins. Blue is to move. */
const RED_WINS_NEXT =
  "square8 standard 8/6(aa)1/2(cc)5/8/3(b)2a1/1(a)6/5(c)2/8 1 movement 61 h 6,0,7 6,23,5 -,-,- -,-,- -/-/p/- off *";

const NAMES = ["Ada", "Ben", "Cleo", "Dan"];
const TAKES_OVER = "takes over your rings, and the others play on";

const open = (users: Users, count: number): Promise<User[]> =>
  Promise.all(Array.from({ length: count }, () => users.open(REDUCED_MOTION)));

const chat = ({ page }: User) => page.getByRole("log", { name: "Chat" });
const note = ({ page }: User, seat: number) =>
  page.locator(`.seat-panel[data-seat='${seat}'] .seat-note`);
const result = ({ page }: User) => page.locator(".game-over");
const turn = ({ page }: User) =>
  page.evaluate(
    () => document.querySelector<BoardElement>("ringrift-board")?.state?.turnNumber ?? 0,
  );

/** The first `turns` turns of the game, each by the user in the seat. */
const playTurns = (players: User[], turns: number) =>
  Promise.all(players.map(({ page }, seed) => new RandomPlayer(page, seed + 1).play(turns)));

describe("a rated game of three", () => {
  it("goes on when one leaves, and ends by the rules with the right standing", async ({
    users,
  }) => {
    const all = await open(users, 3);
    for (const [index, user] of all.entries()) await register(user, NAMES[index] ?? "");
    const [ada, ben, cleo] = all as [User, User, User];
    await startGame(all, { rated: true });
    await playTurns(all, 4);
    await resign(cleo, TAKES_OVER);
    await cleo.page.getByText("You left this game. You can watch the rest of it.").waitFor();
    for (const user of [ada, ben]) {
      await expect
        .poll(() => note(user, 3).textContent())
        .toMatch(/^Cleo left \(resigned\)\. Level \d+ takes over\.$/);
      await chat(user).getByText("Cleo left (resigned).").waitFor();
    }
    await Promise.all([ada, ben].map(({ page }, seed) => new RandomPlayer(page, seed).play()));
    for (const user of all) await result(user).waitFor();
    const standing = await readStanding(ada);
    expect(standing[2]).toBe("3rd Cleo left (resigned)");
    expect(
      standing
        .slice(0, 2)
        .map((row) => row.split(" ")[1])
        .sort(),
    ).toEqual(["Ada", "Ben"]);
    for (const user of all) await expect.poll(() => readStanding(user)).toEqual(standing);
    await result(cleo).getByRole("heading", { name: "You left this game" }).waitFor();
    const first = standing[0] === "1st Ada" ? ada : ben;
    await result(first)
      .getByRole("heading", { name: /^You (won, \w+!|finished first)$/ })
      .waitFor();
    const second = first === ada ? ben : ada;
    await result(second).getByRole("heading", { name: / won / }).waitFor();
    for (const user of all)
      await expect
        .poll(() => result(user).locator("[data-rating]").allTextContents())
        .toEqual([
          expect.stringMatching(/^1500 → \d+ \+\d+$/),
          expect.stringMatching(/^1500 → \d+ [+−±]\d+$/),
          expect.stringMatching(/^1500 → \d+ −\d+$/),
        ]);
    await ada.page.goto("/player/Cleo");
    await ada.page.getByText("3rd of 3, left (resigned)").waitFor();
    await ada.page.goto(`/player/${standing[0]?.split(" ")[1]}`);
    await ada.page.getByText(/^(Won by|1st of 3)/).waitFor();
  });

  it("ends when the second player leaves too: the one who stayed wins", async ({ users }) => {
    const all = await open(users, 3);
    for (const [index, user] of all.entries()) await register(user, `${NAMES[index]} Two`);
    const [ada, ben, cleo] = all as [User, User, User];
    await startGame(all, { rated: true });
    await playTurns(all, 3);
    await resign(ben, TAKES_OVER);
    await note(cleo, 2).waitFor();
    await resign(cleo, "All other players have left too, so Ada Two wins.");
    await result(ada).getByRole("heading", { name: "You won, Ada Two!" }).waitFor();
    for (const user of all)
      await expect
        .poll(() => readStanding(user))
        .toEqual(["1st Ada Two", "2nd Cleo Two left (resigned)", "3rd Ben Two left (resigned)"]);
  });
});

describe("a game of three that a substitute wins", () => {
  it("names the winner by the rules and the first who stayed", async ({ users }) => {
    const all = await open(users, 3);
    const [ada, ben, cleo] = all as [User, User, User];
    await startGame(all, {
      settings: { position: RED_WINS_NEXT, substitute: 9, clock: { kind: "none" } },
    });
    await new GamePage(ada.page).choose("b6", "a6");
    await new GamePage(ben.page).expectOwnTurn(2);
    await ben.page.getByRole("button", { name: "Resign" }).click();
    await ben.page.getByText("A computer (level 9) takes over your rings").waitFor();
    expect(await findAccessibilityIssues(ben.page, "resign-of-three")).toEqual([]);
    await ben.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
    for (const user of all) await result(user).getByText("By rings: Level 9 eliminated").waitFor();
    await result(ben).getByRole("heading", { name: "You left this game" }).waitFor();
    const standing = await readStanding(ada);
    expect(standing[2]).toMatch(/^3rd .* left \(resigned\)$/);
    const first = (await result(ada).getByText("You finished first").count()) ? ada : cleo;
    await result(first).getByText("You finished first among the players who stayed.").waitFor();
    expect(await findAccessibilityIssues(first.page, "end-of-three")).toEqual([]);
    await result(ben).getByText("finished first among the players who stayed.").waitFor();
    await ben.page.getByRole("main").getByRole("link", { name: "Analyse" }).click();
    await ben.page.getByRole("button", { name: "Go to the end" }).click();
    await expect.poll(() => readStanding(ben)).toEqual(standing);
    await ben.page.getByText("finished first among the players who stayed.").waitFor();
  });
});

describe("a game of four", () => {
  it("goes on when two leave", async ({ users }) => {
    const all = await open(users, 4);
    const [ada, ben, cleo, dan] = all as [User, User, User, User];
    await startGame(all, { settings: { substitute: 1, clock: { kind: "none" } } });
    await playTurns(all, 4);
    await resign(ben, "A computer (level 1) takes over");
    await note(dan, 2).getByText("Level 1 takes over.").waitFor();
    await resign(dan, "A computer (level 1) takes over");
    await note(ada, 4).getByText("Level 1 takes over.").waitFor();
    expect(await findAccessibilityIssues(ben.page, "after-leaving")).toEqual([]);
    await playTurns([ada, cleo], 12);
    for (const user of all) await expect.poll(() => turn(user)).toBeGreaterThan(12);
    for (const user of all) expect(await result(user).count()).toBe(0);
    expect(await ben.page.getByRole("button", { name: "Resign" }).count()).toBe(0);
    expect(await chat(ben).getByText("left (resigned)").count()).toBe(2);
  });
});

describe("a game of three with clocks", () => {
  it("loses those whose time runs out, until one is left, who wins", async ({ users }) => {
    const all = await open(users, 3);
    const [ada] = all as [User];
    await startGame(all, {
      settings: { substitute: 1, clock: { kind: "fischer", initial: 10, increment: 60 } },
    });
    await playTurns([ada], 1);
    await note(ada, 2).getByText("left (time ran out). Level 1 takes over.").waitFor();
    await result(ada).getByRole("heading", { name: "You won!" }).waitFor();
    const [first, second, third] = await readStanding(ada);
    expect(first).not.toContain("left");
    expect([second, third]).toEqual([
      expect.stringMatching(/left \(time ran out\)$/),
      expect.stringMatching(/left \(time ran out\)$/),
    ]);
  });
});

describe("a game in which no one has completed a turn", () => {
  it("can be aborted by any player", async ({ users }) => {
    const all = await open(users, 3);
    const [ada, ben] = all as [User, User];
    await startGame(all);
    await note(ada, 1)
      .getByText(/^Take your first turn within \d+:\d\d, or the game is aborted\.$/)
      .waitFor();
    await note(ben, 1)
      .getByText(/has \d+:\d\d to take the first turn/)
      .waitFor();
    expect(await ben.page.getByRole("button", { name: "Resign" }).count()).toBe(0);
    await ben.page.getByRole("button", { name: "Abort game" }).click();
    const dialog = ben.page.getByRole("dialog");
    await dialog.getByText("the game ends without a result and is not rated").waitFor();
    await dialog.getByRole("button", { name: "Abort game" }).click();
    for (const { page } of all) {
      await page.getByRole("heading", { name: "This game was aborted." }).waitFor();
      await page.getByText("aborted it before anyone had completed a turn.").waitFor();
    }
  });

  it("is aborted when the first turn is not made in time", async ({ users }) => {
    const all = await open(users, 3);
    await startGame(all, { settings: { firstTurn: 5 } });
    for (const { page } of all)
      await page.getByText("did not take the first turn in time.").waitFor();
  });

  it("can be resigned once a turn is complete", async ({ users }) => {
    const all = await open(users, 3);
    const [ada, ben] = all as [User, User];
    await startGame(all);
    await ben.page.getByRole("button", { name: "Abort game" }).waitFor();
    await playTurns([ada], 1);
    await ben.page.getByRole("button", { name: "Resign" }).waitFor();
    expect(await ben.page.getByRole("button", { name: "Abort game" }).count()).toBe(0);
    expect(await note(ben, 2).count()).toBe(0);
  });
});
