// The game screen: the board's box never moves, the story tells what happened, and a target says
// what it would do.

import { describe, expect } from "vitest";
import type { BoardElement } from "../src/board/types";
import { it } from "./harness/fixtures";
import { GamePage } from "./harness/gamePage";
import { REDUCED_MOTION, type User } from "./harness/users";

const SCREENS = {
  desktop: { viewport: { width: 1440, height: 900 } },
  tablet: { viewport: { width: 768, height: 1024 } },
  phone: { viewport: { width: 390, height: 844 } },
} as const;

async function openScenario({ page }: User, scenario: string): Promise<GamePage> {
  await page.goto(`/sandbox#scenario=${scenario}`);
  await page.reload();
  await page.waitForFunction(
    () => document.querySelector<BoardElement>("ringrift-board")?.state?.board !== undefined,
  );
  return new GamePage(page);
}

/** Answers of a scenario: cells by name, buttons in brackets. They lead through every prompt. */
const PROMPTS: Record<string, string[]> = {
  "placement-first-turn-standard": ["[2 rings]", "d4", "d7"],
  "capture-landing-choice": ["c4", "f4"],
  "chain-branch-b": ["h5", "h8", "h4"],
  "line-cost-standard": ["b2", "h8"],
  "region-frame": ["b2", "f6"],
  "forced-elimination-wins": ["d4"],
};

/** The texts of the slot that its height cuts off. */
const hiddenText = ({ page }: User) =>
  page.evaluate(() =>
    [...document.querySelectorAll(".slot .prompt, .slot .slot-text")]
      .filter((element) => element.scrollHeight > element.clientHeight + 1)
      .map((element) => element.textContent),
  );

describe("the board", () => {
  it.for(Object.keys(SCREENS) as (keyof typeof SCREENS)[])(
    "stays in its place through every prompt and at the end on a %s",
    async (screen, { users }) => {
      const user = await users.open({ ...SCREENS[screen], ...REDUCED_MOTION });
      for (const [scenario, answers] of Object.entries(PROMPTS)) {
        const gamePage = await openScenario(user, scenario);
        const before = await gamePage.boardBox();
        for (const answer of answers) {
          if (answer.startsWith("[")) await gamePage.press(answer.slice(1, -1));
          else {
            await gamePage.cell(answer).hover({ force: true });
            expect(await gamePage.boardBox(), `${scenario}, pointing at ${answer}`).toEqual(before);
            await gamePage.choose(answer);
          }
          expect(await gamePage.boardBox(), `${scenario}, after ${answer}`).toEqual(before);
          if (screen !== "phone") continue;
          await user.page.mouse.move(0, 0);
          expect(await hiddenText(user), `${scenario}, after ${answer}`).toEqual([]);
        }
      }
    },
  );

  it("fills the height of the screen, with four seats beside it", async ({ users }) => {
    const user = await users.open(SCREENS.desktop);
    const gamePage = await openScenario(user, "region-hexagonal-edge-4p");
    const slab = await gamePage.board.locator("svg").first().boundingBox();
    expect(slab?.height).toBeGreaterThanOrEqual(0.85 * SCREENS.desktop.viewport.height);
    const { page } = user;
    for (const seat of [1, 2, 3, 4])
      expect(
        await page.locator(`.seat-panel[data-seat='${seat}']`).evaluate((panel) => {
          const { top, bottom } = panel.getBoundingClientRect();
          const column = panel.closest(".side-top")?.getBoundingClientRect();
          return column !== undefined && top >= column.top && bottom <= column.bottom;
        }),
      ).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(
      SCREENS.desktop.viewport.height,
    );
  });

  it("takes a click while an animation runs", async ({ users }) => {
    const user = await users.open({ ...SCREENS.desktop, reducedMotion: "no-preference" });
    const gamePage = await openScenario(user, "placement-first-turn-standard");
    await gamePage.expectCell("d4", /can be chosen/);
    await gamePage.click("d4");
    await gamePage.expectPrompt(/move the stack you placed on d4/);
    await gamePage.click("d7");
    // The move to d7 is still running: the next prompt is there and takes the click.
    await gamePage.expectPrompt(/^Red/);
    await gamePage.press("Keep Red");
    await gamePage.click("a1");
    await gamePage.expectCell("a1", /red ring/);
  });
});

describe("the story", () => {
  it("tells the last turn and lights the cells it names", async ({ users }) => {
    const user = await users.open({ ...SCREENS.desktop, ...REDUCED_MOTION });
    const gamePage = await openScenario(user, "line-then-region-square8-2p");
    await gamePage.choose("d4", "d6");
    await gamePage.choose("a4", "d6");
    await gamePage.press("Take region");
    await gamePage.choose("h8");
    await gamePage.expectStory(
      "moved d4 to d6",
      "closed a line of 4 (a4–d4), +4 territory",
      "paid for the line with the stack on d6: 1 ring eliminated, counts for Blue",
      /^took the region a1–c3: \+9 territory, 1 ring eliminated, counts for Blue/,
      /^paid for the region with the cap on h8/,
    );
    await user.page.getByRole("button", { name: "a1–c3" }).hover();
    await expect
      .poll(() =>
        user.page.evaluate(
          () => document.querySelector<BoardElement>("ringrift-board")?.marks.highlights?.length,
        ),
      )
      .toBe(9);
  });

  it("replays the last turn on the board and shows the position again", async ({ users }) => {
    const user = await users.open({ ...SCREENS.desktop, ...REDUCED_MOTION });
    const gamePage = await openScenario(user, "capture-only-one-landing");
    await gamePage.choose("d7");
    await gamePage.expectCell("d7", /blue stack of 3/);
    await user.page.getByRole("button", { name: "Replay the last turn on the board" }).click();
    await gamePage.expectCell("d4", /blue stack of 2/);
    await gamePage.expectCell("d7", /blue stack of 3/);
  });
});

describe("a target", () => {
  it("says and shows what it would do", async ({ users }) => {
    const user = await users.open({ ...SCREENS.desktop, ...REDUCED_MOTION });
    const gamePage = await openScenario(user, "capture-markers-on-both-segments");
    await gamePage.expectCell("g4", /can be chosen/);
    await gamePage.cell("g4").hover({ force: true });
    await user.page
      .locator(".consequence", { hasText: "g4: jump over d4, take a red ring" })
      .waitFor();
    const preview = await user.page.evaluate(
      () => document.querySelector<BoardElement>("ringrift-board")?.marks.preview,
    );
    expect(preview?.flips).toHaveLength(2);
    expect(preview?.gains).toHaveLength(2);
  });

  it("that costs something asks for a second tap on a phone", async ({ users }) => {
    const user = await users.open({ ...SCREENS.phone, ...REDUCED_MOTION, hasTouch: true });
    const gamePage = await openScenario(user, "capture-markers-on-both-segments");
    await gamePage.expectCell("g4", /can be chosen/);
    await gamePage.cell("g4").tap({ force: true });
    await user.page.locator(".consequence", { hasText: "take a red ring" }).waitFor();
    await gamePage.expectCell("a4", /blue ring/);
    await gamePage.press("Play g4");
    await gamePage.expectCell("g4", /blue stack of 2/);
  });
});

it("a resigned game keeps the board in its place and the clock where it was", async ({ users }) => {
  const { page } = await users.open({ ...SCREENS.desktop, ...REDUCED_MOTION });
  await page.goto("/");
  await page.getByRole("button", { name: "Start the game" }).click();
  const gamePage = new GamePage(page);
  await gamePage.choose("d4", "d6");
  await expect.poll(() => page.title()).toMatch(/^Your turn/);
  const before = await gamePage.boardBox();
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await page.locator(".game-over").waitFor();
  expect(await gamePage.boardBox()).toEqual(before);
  await page.getByRole("button", { name: "See the board" }).click();
  await page.locator(".game-over").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Result" }).click();
  await page.locator(".game-over").waitFor();
  expect(await gamePage.boardBox()).toEqual(before);
});
