// The tutorial from start to finish, and the rulebook beside it.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BoardElement } from "../src/board/types";
import { KernelEngine } from "../src/engine/kernelEngine";
import { lessons } from "../src/learn/lessons";
import type { Task } from "../src/learn/task";
import { lessonWords } from "../src/strings/lessons";
import { kernel } from "../tests/engine/kernel";
import { People, type Person } from "./harness/people";
import { shutsOut } from "./harness/pictures";
import { Server } from "./harness/server";
import { TableOf } from "./harness/table";

const A_WHOLE_TUTORIAL_MS = 240_000;
const PATIENCE_MS = 20_000;

let server: Server;
let people: People;
let engine: KernelEngine;

beforeAll(async () => {
  server = await Server.start();
  people = await People.gather(server);
  engine = new KernelEngine(await kernel());
});
afterAll(async () => {
  await people?.close();
  await server?.close();
});

describe("a learner", () => {
  it(
    "solves every task of every lesson, and comes to a whole game",
    async () => {
      const { page, complaints, leave } = await people.arrive({ reducedMotion: "reduce" });
      await page.goto("/learn");
      await page.getByRole("link", { name: "Begin with the first lesson" }).click();
      for (const lesson of lessons) {
        await page.getByRole("heading", { level: 1, name: lessonWords[lesson.name].title }).waitFor();
        for (const [at, task] of lesson.tasks.entries()) {
          await solved(page, task);
          await page.getByText(lessonWords[lesson.name].tasks[at]?.done ?? "").waitFor();
          if (lesson.name !== "game") await page.getByRole("button", { name: /^Next/ }).click();
        }
      }
      await page.getByRole("button", { name: "Play a whole game against level 1" }).waitFor();
      await page.goto("/learn");
      await page.getByText(`${lessons.length} of ${lessons.length} lessons finished`).waitFor();
      expect(complaints).toEqual([]);
      await leave();
    },
    A_WHOLE_TUTORIAL_MS,
  );

  it("finds the rule of a lesson in the rulebook, and tries its picture in the sandbox", async () => {
    const { page, complaints, leave } = await people.arrive();
    await page.goto("/learn/moving");
    await page.getByRole("link", { name: "The rule: R091" }).click();
    await page.getByRole("heading", { name: /^Moving/ }).waitFor();
    expect(await page.locator("#R091").evaluate(isInSight)).toBe(true);
    await page.getByLabel("Search the rules").fill("recovery strike");
    await page
      .getByRole("link", { name: /Recovery/ })
      .first()
      .click();
    await page.getByRole("link", { name: /Try it in the sandbox \(Steps and a strike\)/ }).click();
    await new TableOf(page).expectCell("d4", /red/);
    expect(complaints).toEqual([]);
    await leave();
  });
});

describe.each(["/learn", "/learn/region", "/learn/board", "/rulebook"])("%s", (path) => {
  it("shuts nobody out, in light and in dark, and fits a phone", async () => {
    const { page, complaints, leave } = await people.arrive({ reducedMotion: "reduce" });
    await page.goto(path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.getByRole("status").getByText("Loading").waitFor({ state: "detached" });
    expect(await shutsOut(page, path.slice(1).replace("/", "-"))).toEqual([]);
    expect(complaints).toEqual([]);
    await leave();
  });
});

async function solved(page: Person["page"], task: Task): Promise<void> {
  const table = new TableOf(page);
  await table.board.waitFor();
  if (task.kind === "point") return table.click(task.solution);
  if (task.kind === "game") return playedToTheEnd(page);
  const outcome = page.locator(".outcome");
  for (const [at, notation] of task.solution.entries()) {
    const before = await hashShown(page);
    await typed(page, notation);
    if (at + 1 < task.solution.length) await expect.poll(() => hashShown(page)).not.toBe(before);
  }
  await expect.poll(() => outcome.getAttribute("data-said"), { timeout: PATIENCE_MS }).toBe("good");
}

/** A better player than level 1 sits in the learner's place, and takes back a lost game. */
async function playedToTheEnd(page: Person["page"]): Promise<void> {
  for (let seed = 1; ; ) {
    const state = await stateShown(page);
    if (state?.winner === 1) return;
    if (state?.winner) {
      await page.getByRole("button", { name: "Start over" }).click();
      seed++;
    } else if (state?.currentPlayer === 1) {
      const { offer } = await engine.see(state);
      const move = await engine.choose(state, 4, seed);
      const at = offer?.moves.findIndex((each) => JSON.stringify(each) === JSON.stringify(move)) ?? -1;
      await typed(page, offer?.notation[at] ?? "");
    }
    const before = JSON.stringify(state);
    await expect
      .poll(async () => JSON.stringify(await stateShown(page)), { timeout: PATIENCE_MS })
      .not.toBe(before);
  }
}

async function typed(page: Person["page"], notation: string): Promise<void> {
  await page.locator("ringrift-board [tabindex='0']").first().focus();
  await page.keyboard.type(notation);
  await page.keyboard.press("Enter");
}

const stateShown = (page: Person["page"]) =>
  page.evaluate(() => document.querySelector<BoardElement>("ringrift-board")?.state ?? null);

const hashShown = async (page: Person["page"]) => JSON.stringify(await stateShown(page));

const isInSight = (element: Element) => {
  const { top } = element.getBoundingClientRect();
  return top >= 0 && top < window.innerHeight;
};
