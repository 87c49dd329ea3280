// The tutorial from start to finish, and the rulebook beside it.

import { describe, expect } from "vitest";
import type { BoardElement } from "../src/board/types";
import { KernelEngine } from "../src/engine/kernelEngine";
import { lessons } from "../src/learn/lessons";
import type { Task } from "../src/learn/task";
import { lessonMessages } from "../src/messages/lessons";
import { kernel } from "../tests/engine/loadKernel";
import { it } from "./harness/fixtures";
import { GamePage } from "./harness/gamePage";
import { shutsOut } from "./harness/screenshots";
import { CALM, type Person } from "./harness/users";

const engine = new KernelEngine(await kernel());

describe("a learner", () => {
  it("solves every task of every lesson, and comes to a whole game", async ({ people }) => {
    const { page } = await people.arrive(CALM);
    await page.goto("/learn");
    await page.getByRole("link", { name: "Start the first lesson" }).click();
    for (const lesson of lessons) {
      await page
        .getByRole("heading", { level: 1, name: lessonMessages[lesson.name].title })
        .waitFor();
      for (const [at, task] of lesson.tasks.entries()) {
        await solved(page, task);
        await page.getByText(lessonMessages[lesson.name].tasks[at]?.done ?? "").waitFor();
        if (lesson.name !== "game") await page.getByRole("button", { name: /^Next/ }).click();
      }
    }
    await page.getByRole("button", { name: "Play a full game against level 1" }).waitFor();
    await page.goto("/learn");
    await page.getByText(`${lessons.length} of ${lessons.length} lessons completed`).waitFor();
  });

  it("finds the rule of a lesson in the rulebook, and tries its picture in the sandbox", async ({
    people,
  }) => {
    const { page } = await people.arrive();
    await page.goto("/learn/moving");
    await page.getByRole("link", { name: "Rule R091" }).click();
    await page.getByRole("heading", { name: /^Moving/ }).waitFor();
    await expect.poll(() => page.locator("#R091").evaluate(isInSight)).toBe(true);
    await page.getByLabel("Search the rules").fill("recovery strike");
    await page
      .getByRole("link", { name: /Recovery/ })
      .first()
      .click();
    await page.getByRole("link", { name: /Try it in the sandbox \(Steps and a strike\)/ }).click();
    await new GamePage(page).expectCell("d4", /red/);
  });
});

it.for(["/learn", "/learn/region", "/learn/board", "/rulebook"])(
  "%s shuts nobody out, in light and in dark, and fits a phone",
  async (path, { people }) => {
    const { page } = await people.arrive(CALM);
    await page.goto(path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.getByRole("status").getByText("Loading").waitFor({ state: "detached" });
    expect(await shutsOut(page, path.slice(1).replace("/", "-"))).toEqual([]);
  },
);

async function solved(page: Person["page"], task: Task): Promise<void> {
  const table = new GamePage(page);
  await table.board.waitFor();
  if (task.kind === "point") return table.click(task.solution);
  if (task.kind === "game") return playedToTheEnd(page);
  const outcome = page.locator(".task-feedback");
  for (const [at, notation] of task.solution.entries()) {
    const before = await stateShown(page);
    await table.type(notation);
    if (at + 1 < task.solution.length)
      await expect.poll(() => stateShown(page)).not.toEqual(before);
  }
  await expect.poll(() => outcome.getAttribute("data-result")).toBe("good");
}

/** A better player than level 1 sits in the learner's place; started over, level 1 plays as before, so a better one yet sits down. */
async function playedToTheEnd(page: Person["page"]): Promise<void> {
  for (let level = 6; ; ) {
    const state = await stateShown(page);
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
    await expect.poll(() => stateShown(page)).not.toEqual(state);
  }
}

const stateShown = (page: Person["page"]) =>
  page.evaluate(() => document.querySelector<BoardElement>("ringrift-board")?.state ?? null);

const isInSight = (element: Element) => {
  const { top } = element.getBoundingClientRect();
  return top >= 0 && top < window.innerHeight;
};
