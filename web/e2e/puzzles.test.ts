// Puzzles: solving as a person would, hints, a wrong move and why it is wrong, streaks and accounts.

import { describe, expect } from "vitest";
import type { Puzzle } from "../src/puzzles/pack";
import { it } from "./harness/fixtures";
import { GamePage } from "./harness/gamePage";
import { register } from "./harness/liveGames";
import { puzzles, shownPuzzle, solve } from "./harness/puzzles";
import { findAccessibilityIssues } from "./harness/screenshots";
import { REDUCED_MOTION } from "./harness/users";

describe("a solver", () => {
  it("solves five puzzles in a row, and sees what they were about", async ({ users }) => {
    const { page } = await users.open(REDUCED_MOTION);
    await page.goto("/");
    await page.getByRole("link", { name: "Puzzles" }).first().click();
    await page.getByRole("link", { name: "For you" }).click();
    for (let solved = 1; solved <= 5; solved++) {
      await solve(page, await shownPuzzle(page));
      await page.getByText("Yes!").waitFor();
      await page.getByText(/^Themes?: /).waitFor();
      await page.getByText(`${solved} of ${solved} puzzle`).waitFor();
      await page.getByRole("button", { name: "Next puzzle" }).click();
    }
    await page.reload();
    await page.getByText("5 of 5 puzzles solved at the first try").waitFor();
    expect(await findAccessibilityIssues(page, "puzzles")).toEqual([]);
  });

  it("learns why a move is wrong, tries again with a hint, and may see the answer", async ({
    users,
  }) => {
    const { page } = await users.open(REDUCED_MOTION);
    const puzzle = puzzles.find(
      ({ goal, position, solution }) =>
        goal === "win" && position.startsWith("square8") && solution[0]?.startsWith("@"),
    ) as Puzzle;
    await page.goto(`/puzzles/${puzzle.id}`);
    const game = new GamePage(page);
    await game.board
      .locator("[aria-label$='can be chosen']")
      .first()
      .waitFor({ state: "attached" });
    const [target] = /[a-h][1-8]/.exec(puzzle.solution[0] ?? "") ?? [""];
    const other = (
      await game.board
        .locator("[data-name]")
        .evaluateAll((cells) =>
          cells
            .filter((cell) => /can be chosen/.test(cell.getAttribute("aria-label") ?? ""))
            .map((cell) => cell.getAttribute("data-name") ?? ""),
        )
    ).find((name) => name !== target) as string;
    await game.type(`@${other}`);
    await page.getByText(/^Close\. After/).waitFor();
    await page.getByRole("button", { name: "Why not?" }).click();
    await page.getByText(/^This is how the others get out/).waitFor();
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("button", { name: "Hint" }).click();
    await page.getByText(`Look at ${target}.`).waitFor();
    await page.getByRole("button", { name: "Show the answer" }).click();
    await page.getByRole("heading", { name: "Solved." }).waitFor();
    await page.getByText("0 of 1 puzzle").waitFor();
  });

  it("goes on with a streak after a reload", async ({ users }) => {
    const { page } = await users.open(REDUCED_MOTION);
    await page.goto("/puzzles/streak");
    await solve(page, await shownPuzzle(page));
    await page.getByText("Yes!").waitFor();
    await page.getByRole("button", { name: "Next puzzle" }).click();
    const { id } = await shownPuzzle(page);
    const score = await page.locator(".puzzle-run strong").textContent();
    await page.reload();
    expect((await shownPuzzle(page)).id).toBe(id);
    expect(await page.locator(".puzzle-run strong").textContent()).toBe(score);
  });

  it("keeps the results when an account is created", async ({ users }) => {
    const user = await users.open(REDUCED_MOTION);
    const { page } = user;
    await page.goto("/puzzles");
    await solve(page, await shownPuzzle(page));
    await page.getByText("Yes!").waitFor();
    await page.goto("/");
    await page.getByText("Solved today. See you tomorrow!").waitFor();
    await register(user, "Puzzle Pat");
    await page.goto("/puzzles");
    await expect
      .poll(() => page.evaluate(async () => (await (await fetch("/puzzle-results")).json()).solved))
      .toBe(1);
  });
});
