// @vitest-environment node

// Checks every lesson: legal positions, and tasks that are solvable but not by any move.

import { beforeAll, describe, expect, it } from "vitest";
import type { PositionView, Step } from "../../src/engine/engine";
import { KernelEngine } from "../../src/engine/kernelEngine";
import { type LessonName, lessons } from "../../src/learn/lessons";
import type { PlayTask, Task, TaskAttempt } from "../../src/learn/task";
import { judgeAttempt, type Verdict } from "../../src/learn/task";
import { lessonMessages, type TaskMessages } from "../../src/messages/lessons";
import { gridOf } from "../../src/rules/grid";
import { loadKernel } from "../engine/loadKernel";

let engine: KernelEngine;
beforeAll(async () => {
  engine = new KernelEngine(await loadKernel());
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
  it("starts with a decision of the learner", async () => {
    const { view } = await startAttempt(task);
    expect(view.decision).toMatchObject({ interactive: true, seat: task.seat });
  });

  it("is solved by the last move of its solution", async () => {
    expect(await verdicts(task, task.solution)).toEqual([
      ...task.solution.slice(1).map(() => ({ kind: "open" })),
      { kind: "done" },
    ]);
  });

  it("is not solved by just any move", async () => {
    let attempt = await startAttempt(task);
    let missed = 0;
    for (const notation of task.solution) {
      const others = attempt.view.decision?.notation.filter((other) => other !== notation) ?? [];
      for (const other of others)
        if (judgeAttempt(task, await playMove(attempt, other)).kind !== "done") missed++;
      attempt = await playMove(attempt, notation);
    }
    expect(missed).toBeGreaterThan(0);
  });

  it("has a message for each known mistake", async () => {
    for (const mistake of task.mistakes ?? []) {
      expect((await verdicts(task, mistake.example)).at(-1)).toEqual({
        kind: "missed",
        mistake: mistake.name,
      });
      expect(taskMessages(name, at).mistakes?.[mistake.name]).toBeTruthy();
    }
    expect(Object.keys(taskMessages(name, at).mistakes ?? {}).sort()).toEqual(
      (task.mistakes ?? []).map((mistake) => mistake.name).sort(),
    );
  });
});

describe.each(ofKind("point"))("$title", ({ task }) => {
  it("has correct and incorrect cells", async () => {
    const { state } = await engine.fromPositionString(task.start);
    const grid = gridOf(state.board.type);
    const right = grid.keys.filter((key) => task.isRight(key, state));
    expect(right).toContain(grid.keys[grid.byName.get(task.solution) ?? -1]);
    expect(right.length).toBeLessThan(grid.size);
  });
});

describe.each(ofKind("game"))("$title", ({ task }) => {
  it("ends soon in random play", async () => {
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

describe("leader", () => {
  const leader = lessons.find(({ name }) => name === "leader");
  const threats: [number, string[], string[]][] = [
    [0, ["d3xe2-f1"], ["d6-d3"]],
    [0, ["d3-d5", "skip"], ["d6-g6"]],
    [1, ["d8-a8"], ["e6-c8", "=c6..e6", "^c8"]],
  ];

  it.each(threats)("exercise %i is lost after %j", async (at, mistake, answer) => {
    let attempt = await startAttempt(leader?.tasks[at] as PlayTask);
    for (const notation of [...mistake, ...answer]) attempt = await playMove(attempt, notation);
    expect(attempt.view.state.winner).toBe(2);
  });
});

describe("the lessons", () => {
  it("teach two, three and four players on both shapes of board", async () => {
    const played = new Set<string>();
    for (const { task } of tasks) {
      const { state } = await engine.fromPositionString(task.start);
      played.add(`${state.players.length} on ${state.board.type}`);
    }
    for (const setup of ["2 on square8", "3 on square8", "4 on square8", "2 on hex8", "4 on hex8"])
      expect(played).toContain(setup);
  });

  it("have messages for every task", () => {
    for (const { name, at } of tasks) {
      const { text, ask, done, missed } = taskMessages(name, at);
      for (const said of [...text, ask, done, missed]) expect(said).not.toBe("");
    }
    for (const { name, tasks: own } of lessons)
      expect(lessonMessages[name].tasks).toHaveLength(own.length);
    expect(Object.keys(lessonMessages)).toEqual(lessons.map(({ name }) => name));
  });

  it("have hints for every task to solve", () => {
    for (const { name, at } of [...ofKind("play"), ...ofKind("point")])
      expect(taskMessages(name, at).hints.length).toBeGreaterThan(0);
  });
});

function taskMessages(name: LessonName, at: number): TaskMessages {
  const found = lessonMessages[name].tasks[at];
  if (!found) throw new Error(`no words for ${name} ${at + 1}`);
  return found;
}

async function startAttempt({ start }: PlayTask): Promise<TaskAttempt> {
  const put = await engine.fromPositionString(start);
  const view = (await engine.settle(put.state)).at(-1)?.view ?? put;
  return { start: view, steps: [], view };
}

async function playMove(
  { start, steps, view }: TaskAttempt,
  notation: string,
): Promise<TaskAttempt> {
  const made = await engine.playAndSettle(view.state, await engine.parseMove(view.state, notation));
  const all: Step[] = [...steps, ...made];
  return { start, steps: all, view: all.at(-1)?.view ?? view };
}

/** Returns the verdict after each move. */
async function verdicts(task: PlayTask, choices: readonly string[]): Promise<Verdict[]> {
  const found: Verdict[] = [];
  let attempt = await startAttempt(task);
  for (const choice of choices) {
    attempt = await playMove(attempt, choice);
    found.push(judgeAttempt(task, attempt));
  }
  return found;
}
