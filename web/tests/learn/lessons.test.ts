// @vitest-environment node

// Every lesson is real: its positions are legal, its tasks can be solved, and not by just anything.

import { beforeAll, describe, expect, it } from "vitest";
import type { PositionView, Step } from "../../src/engine/engine";
import { KernelEngine } from "../../src/engine/kernelEngine";
import { type LessonName, lessons } from "../../src/learn/lessons";
import type { PlayTask, Task, TaskAttempt } from "../../src/learn/task";
import { judgeAttempt, type Verdict } from "../../src/learn/task";
import { lessonMessages } from "../../src/messages/lessons";
import { gridOf } from "../../src/rules/grid";
import { kernel } from "../engine/loadKernel";

let engine: KernelEngine;
beforeAll(async () => {
  engine = new KernelEngine(await kernel());
});

const tasks = lessons.flatMap((lesson) =>
  lesson.tasks.map((task, at) => ({
    title: `${lesson.name} ${at + 1}`,
    name: lesson.name,
    task,
    at,
  })),
);
const ofKind = <Kind extends Task["kind"]>(kind: Kind) =>
  tasks.flatMap((each) =>
    each.task.kind === kind ? [{ ...each, task: each.task as Extract<Task, { kind: Kind }> }] : [],
  );

describe.each(ofKind("play"))("$title", ({ task, name, at }) => {
  it("begins with a choice of the learner", async () => {
    const { view } = await begun(task);
    expect(view.decision).toMatchObject({ interactive: true, seat: task.seat });
  });

  it("is solved by its solution, and not before the last move of it", async () => {
    expect(await verdicts(task, task.solution)).toEqual([
      ...task.solution.slice(1).map(() => ({ kind: "open" })),
      { kind: "done" },
    ]);
  });

  it("is not solved by every move", async () => {
    let course = await begun(task);
    let missed = 0;
    for (const notation of task.solution) {
      const others = course.view.decision?.notation.filter((other) => other !== notation) ?? [];
      for (const other of others)
        if (judgeAttempt(task, await moved(course, other)).kind !== "done") missed++;
      course = await moved(course, notation);
    }
    expect(missed).toBeGreaterThan(0);
  });

  it("has words for each way to miss it that it knows", async () => {
    for (const mistake of task.mistakes ?? []) {
      expect((await verdicts(task, mistake.example)).at(-1)).toEqual({
        kind: "missed",
        mistake: mistake.name,
      });
      expect(told(name, at).mistakes?.[mistake.name]).toBeTruthy();
    }
    expect(Object.keys(told(name, at).mistakes ?? {}).sort()).toEqual(
      (task.mistakes ?? []).map((mistake) => mistake.name).sort(),
    );
  });
});

describe.each(ofKind("point"))("$title", ({ task }) => {
  it("has a right cell and wrong ones", async () => {
    const { state } = await engine.fromPositionString(task.start);
    const grid = gridOf(state.board.type);
    const right = grid.keys.filter((key) => task.isRight(key, state));
    expect(right).toContain(grid.keys[grid.byName.get(task.solution) ?? -1]);
    expect(right.length).toBeLessThan(grid.size);
  });
});

describe.each(ofKind("game"))("$title", ({ task }) => {
  it("comes to an end soon, whoever plays", async () => {
    let view: PositionView = await engine.fromPositionString(task.start);
    let turns = 0;
    for (const first = view.state.turnNumber; view.decision !== null; ) {
      const move = await engine.chooseMove(view.state, task.level, 1);
      view = (await engine.playAndSettle(view.state, move)).at(-1)?.view as PositionView;
      turns = view.state.turnNumber - first;
    }
    expect(view.state.winner).not.toBeNull();
    expect(turns).toBeLessThan(60);
  });
});

describe("the lessons", () => {
  it("have words for every task", () => {
    for (const { name, at } of tasks) {
      const { text, ask, done, missed } = told(name, at);
      for (const said of [...text, ask, done, missed]) expect(said).not.toBe("");
    }
    for (const { name, tasks: own } of lessons)
      expect(lessonMessages[name].tasks).toHaveLength(own.length);
    expect(Object.keys(lessonMessages)).toEqual(lessons.map(({ name }) => name));
  });

  it("hint at every task that is to be solved", () => {
    for (const { name, at } of [...ofKind("play"), ...ofKind("point")])
      expect(told(name, at).hints.length).toBeGreaterThan(0);
  });
});

function told(name: LessonName, at: number) {
  const found = lessonMessages[name].tasks[at];
  if (!found) throw new Error(`no words for ${name} ${at + 1}`);
  return found;
}

async function begun({ start }: PlayTask): Promise<TaskAttempt> {
  const put = await engine.fromPositionString(start);
  const view = (await engine.settle(put.state)).at(-1)?.view ?? put;
  return { start: view, steps: [], view };
}

async function moved({ start, steps, view }: TaskAttempt, notation: string): Promise<TaskAttempt> {
  const made = await engine.playAndSettle(view.state, await engine.parseMove(view.state, notation));
  const all: Step[] = [...steps, ...made];
  return { start, steps: all, view: all.at(-1)?.view ?? view };
}

/** What is said after each choice. */
async function verdicts(task: PlayTask, choices: readonly string[]): Promise<Verdict[]> {
  const found: Verdict[] = [];
  let course = await begun(task);
  for (const choice of choices) {
    course = await moved(course, choice);
    found.push(judgeAttempt(task, course));
  }
  return found;
}
