// The solved tasks, stored in this browser.

import { useSyncExternalStore } from "react";
import type { Lesson } from "./task";

const STORAGE_KEY = "ringrift.learn";
const listeners = new Set<() => void>();
let solved = readStorage();

function readStorage(): ReadonlySet<string> {
  try {
    const stored: unknown = JSON.parse(window.localStorage.getItem(STORAGE_KEY) ?? "[]");
    return new Set(Array.isArray(stored) ? stored.filter((each) => typeof each === "string") : []);
  } catch {
    return new Set();
  }
}

function setSolved(next: ReadonlySet<string>): void {
  solved = next;
  for (const listener of listeners) listener();
}

// Another tab changed the stored tasks.
window.addEventListener("storage", ({ key }) => {
  if (key === STORAGE_KEY || key === null) setSolved(readStorage());
});

const taskId = (lesson: Lesson, at: number) => `${lesson.name}/${at + 1}`;

export function markSolved(lesson: Lesson, at: number): void {
  if (solved.has(taskId(lesson, at))) return;
  setSolved(new Set([...solved, taskId(lesson, at)]));
  try {
    window.localStorage.setItem(STORAGE_KEY, JSON.stringify([...solved]));
  } catch {
    // Without storage the result lasts until the page is left.
  }
}

export function clearSolvedTasks(): void {
  setSolved(new Set());
  try {
    window.localStorage.removeItem(STORAGE_KEY);
  } catch {
    // Without storage there is nothing to remove.
  }
}

export interface SolvedTasks {
  isSolved(lesson: Lesson, at: number): boolean;
  isDone(lesson: Lesson): boolean;
}

export function useSolvedTasks(): SolvedTasks {
  const now = useSyncExternalStore(subscribe, () => solved);
  const isSolved = (lesson: Lesson, at: number) => now.has(taskId(lesson, at));
  return { isSolved, isDone: (lesson) => lesson.tasks.every((_, at) => isSolved(lesson, at)) };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
