// All lessons from start to finish, and the rulebook.

import { describe, expect } from "vitest";
import type { BoardElement } from "../src/board/types";
import { KernelEngine } from "../src/engine/kernelEngine";
import { lessons } from "../src/learn/lessons";
import type { Task } from "../src/learn/task";
import { lessonMessages } from "../src/messages/lessons";
import { loadKernel } from "../tests/engine/loadKernel";
import { it } from "./harness/fixtures";
import { GamePage } from "./harness/gamePage";
import { findAccessibilityIssues } from "./harness/screenshots";
import { REDUCED_MOTION, type User } from "./harness/users";

const engine = new KernelEngine(await loadKernel());

describe("a learner", () => {
  it("solves every task of every lesson and reaches a full game", async ({ users }) => {
    const { page } = await users.open(REDUCED_MOTION);
    await page.goto("/learn");
    await page.getByRole("link", { name: "Start the first lesson" }).click();
    for (const lesson of lessons) {
      await page
        .getByRole("heading", { level: 1, name: lessonMessages[lesson.name].title })
        .waitFor();
      for (const [at, task] of lesson.tasks.entries()) {
        await solveTask(page, task);
        await page.getByText(lessonMessages[lesson.name].tasks[at]?.done ?? "").waitFor();
        if (lesson.name !== "game") await page.getByRole("button", { name: /^Next/ }).click();
      }
    }
    await page.getByRole("button", { name: "Play a full game against level 1" }).waitFor();
    await page.goto("/learn");
    await page.getByText(`${lessons.length} of ${lessons.length} lessons completed`).waitFor();
  });

  it("finds the rule of a lesson in the rulebook and opens its example in the sandbox", async ({
    users,
  }) => {
    const { page } = await users.open();
    await page.goto("/learn/moving");
    await page.getByRole("link", { name: "Rule R091", exact: true }).click();
    await page.getByRole("heading", { name: /^Moving/ }).waitFor();
    await expect.poll(() => page.locator("#R091").evaluate(isInView)).toBe(true);
    await page.getByLabel("Search the rules").fill("recovery strike");
    await page
      .getByRole("link", { name: /Recovery/ })
      .first()
      .click();
    await page.getByRole("link", { name: /Try it in the sandbox \(Steps and a strike\)/ }).click();
    await new GamePage(page).expectCell("d4", /red/);
  });

  it("finds the answer to a question and opens its position in the sandbox", async ({ users }) => {
    const { page } = await users.open();
    await page.goto("/learn");
    await page.getByRole("link", { name: "Questions and answers" }).click();
    await page.getByRole("link", { name: /^Q16\. / }).click();
    await page
      .getByRole("link", { name: /Try it in the sandbox \(Control of a stack changes\)/ })
      .click();
    await new GamePage(page).expectCell("b4", /blue/);
  });
});

it.for(["/learn", "/learn/region", "/learn/board", "/rulebook", "/faq", "/strategy"])(
  "%s is accessible in light and dark mode and fits a phone",
  async (path, { users }) => {
    const { page } = await users.open(REDUCED_MOTION);
    await page.goto(path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.getByRole("status").getByText("Loading").waitFor({ state: "detached" });
    expect(await findAccessibilityIssues(page, path.slice(1).replace("/", "-"))).toEqual([]);
  },
);

async function solveTask(page: User["page"], task: Task): Promise<void> {
  const gamePage = new GamePage(page);
  await gamePage.board.waitFor();
  if (task.kind === "point") return gamePage.click(task.solution);
  if (task.kind === "game") return winGame(page);
  const outcome = page.locator(".task-feedback");
  for (const [at, notation] of task.solution.entries()) {
    const before = await readState(page);
    await gamePage.type(notation);
    if (at + 1 < task.solution.length) await expect.poll(() => readState(page)).not.toEqual(before);
  }
  await expect.poll(() => outcome.getAttribute("data-result")).toBe("good");
}

/** Plays at level 6 for the learner; after a loss starts over one level higher, as level 1 repeats its moves. */
async function winGame(page: User["page"]): Promise<void> {
  for (let level = 6; ; ) {
    const state = await readState(page);
    if (state?.winner === 1) return;
    if (state?.winner) {
      await page.getByRole("button", { name: "Start over" }).click();
      level = Math.min(level + 1, 9);
    } else if (state?.currentPlayer === 1) {
      const { decision: offer } = await engine.inspect(state);
      const move = await engine.chooseMove(state, level, 1);
      const at =
        offer?.moves.findIndex((each) => JSON.stringify(each) === JSON.stringify(move)) ?? -1;
      await new GamePage(page).type(offer?.notation[at] ?? "");
    }
    await expect.poll(() => readState(page)).not.toEqual(state);
  }
}

const readState = (page: User["page"]) =>
  page.evaluate(() => document.querySelector<BoardElement>("ringrift-board")?.state ?? null);

const isInView = (element: Element) => {
  const { top } = element.getBoundingClientRect();
  return top >= 0 && top < window.innerHeight;
};
