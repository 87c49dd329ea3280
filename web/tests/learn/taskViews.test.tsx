// Tasks on the board: solving, missing, taking back and showing the solution.

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { act, type ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { KernelEngine } from "../../src/engine/kernelEngine";
import { Kernel } from "../../src/engine/wasm";
import { LessonList } from "../../src/learn/LessonList";
import { chain } from "../../src/learn/lessons/captures";
import { line } from "../../src/learn/lessons/linesAndRegions";
import { board } from "../../src/learn/lessons/placementAndMovement";
import { PlayTaskView } from "../../src/learn/PlayTaskView";
import { PointTaskView } from "../../src/learn/PointTaskView";
import { clearSolvedTasks, markSolved } from "../../src/learn/solvedTasks";
import type { PlayTask, PointTask } from "../../src/learn/task";
import { lessonMessages } from "../../src/messages/lessons";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

let engine: KernelEngine;
let root: Root;
let container: HTMLElement;

beforeAll(async () => {
  engine = new KernelEngine(await Kernel.instantiate(readFileSync(resolve("build/kernel.wasm"))));
});
beforeEach(() => {
  container = document.createElement("div");
  document.body.append(container);
  root = createRoot(container);
});
afterEach(async () => {
  await act(async () => root.unmount());
  container.remove();
  clearSolvedTasks();
});

const show = (shown: ReactNode) => act(async () => root.render(shown));
const feedback = () => container.querySelector(".task-feedback-text")?.textContent ?? "";
const button = (label: string) =>
  [...container.querySelectorAll<HTMLElement>("button, a")].find(
    (each) => each.textContent === label,
  );
const press = (label: string) =>
  act(async () => {
    const found = button(label);
    if (!found) throw new Error(`there is no button "${label}"`);
    found.click();
  });
const dispatch = (name: string, detail: unknown) =>
  act(async () => {
    container
      .querySelector("ringrift-board")
      ?.dispatchEvent(
        new CustomEvent(`ringrift-${name}`, { detail, bubbles: true, composed: true }),
      );
  });
const type = (text: string) => dispatch("notation", { text });

describe("a task to play", () => {
  const taskMessages = lessonMessages.chain.tasks[0] as (typeof lessonMessages.chain.tasks)[number];
  const task = chain.tasks[0] as PlayTask;
  const onSolved = vi.fn();
  const showTask = () =>
    show(
      <PlayTaskView
        engine={engine}
        task={task}
        taskMessages={taskMessages}
        onSolved={onSolved}
        next={<button type="button">On</button>}
      />,
    );
  beforeEach(() => onSolved.mockClear());

  it("is solved by its solution and offers the next step", async () => {
    await showTask();
    expect(button("On")).toBeUndefined();
    for (const move of task.solution) await type(move);
    expect(feedback()).toContain(taskMessages.done);
    expect(onSolved).toHaveBeenCalled();
    expect(button("On")).toBeDefined();
  });

  it("explains a mistake and takes it back", async () => {
    await showTask();
    await type("b2xb5-b6");
    expect(feedback()).toContain(taskMessages.mistakes?.one);
    expect(onSolved).not.toHaveBeenCalled();
    await press("Take it back and try again");
    expect(feedback()).toBe("");
    await type(task.solution[0] as string);
    expect(feedback()).toBe("");
  });

  it("gives hints one by one, then shows the moves", async () => {
    await showTask();
    await press("Hint");
    expect(feedback()).toBe(taskMessages.hints[0]);
    await press("Another hint");
    expect(feedback()).toContain(taskMessages.hints[1]);
    await press("Show me");
    await press("Show me");
    expect(feedback()).toContain(taskMessages.done);
  });
});

describe("a task to click a cell", () => {
  const task = board.tasks[1] as PointTask;
  const taskMessages = lessonMessages.board.tasks[1] as (typeof lessonMessages.board.tasks)[number];

  it("explains a wrong cell until the right one is clicked", async () => {
    const onSolved = vi.fn();
    await show(
      <PointTaskView
        engine={engine}
        task={task}
        taskMessages={taskMessages}
        onSolved={onSolved}
        next={null}
      />,
    );
    await dispatch("cell", { cell: "1,5", name: "b6", via: "pointer" });
    expect(feedback()).toContain(taskMessages.missed);
    expect(onSolved).not.toHaveBeenCalled();
    await dispatch("cell", { cell: "5,5", name: "f6", via: "pointer" });
    expect(feedback()).toContain(taskMessages.done);
    expect(onSolved).toHaveBeenCalledOnce();
  });
});

describe("the list of lessons", () => {
  it("counts a lesson once all its tasks are solved, and links to the next one", async () => {
    await show(<LessonList />);
    expect(container.textContent).toContain("0 of 21 lessons completed");
    await act(async () => {
      for (const at of board.tasks.keys()) markSolved(board, at);
      markSolved(line, 0);
    });
    expect(container.textContent).toContain("1 of 21 lessons completed");
    expect(button("Continue: Placement")?.getAttribute("href")).toBe("/learn/placing");
  });

  it("stores solved tasks and clears them on request", async () => {
    await show(<LessonList />);
    await act(async () => markSolved(line, 0));
    expect(window.localStorage.getItem("ringrift.learn")).toBe('["line/1"]');
    await act(async () => {
      for (const at of line.tasks.keys()) markSolved(line, at);
    });
    await press("Reset my progress");
    expect(window.localStorage.getItem("ringrift.learn")).toBeNull();
    expect(container.textContent).toContain("0 of 21 lessons completed");
  });
});
