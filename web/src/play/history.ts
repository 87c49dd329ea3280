// A game as it is looked at: where it began, the moves made, and how many of them lead to what is shown.

import type { Sight, Step } from "../engine/engine";

export interface History {
  start: Sight;
  steps: Step[];
  at: number;
}

export function fresh(start: Sight, settled: Step[] = []): History {
  return { start, steps: settled, at: settled.length };
}

export function shown({ start, steps, at }: History): Sight {
  return steps[at - 1]?.sight ?? start;
}

/** Moves made in what is shown; what had followed it is given up. */
export function played(history: History, made: Step[]): History {
  const steps = [...history.steps.slice(0, history.at), ...made];
  return { ...history, steps, at: steps.length };
}

/** Where somebody had a choice, and where the moves end: there undo and a slider stop. Sights need no offers for it. */
export function stops({ steps }: Pick<History, "steps">): number[] {
  const found = steps.flatMap((step, i) => (step.bookkeeping ? [] : [i]));
  return found.at(-1) === steps.length ? found : [...found, steps.length];
}

export function jumped(history: History, at: number): History {
  return { ...history, at: Math.min(Math.max(at, 0), history.steps.length) };
}

export function undone(history: History): History {
  return jumped(history, stops(history).findLast((stop) => stop < history.at) ?? history.at);
}

export function redone(history: History): History {
  return jumped(history, stops(history).find((stop) => stop > history.at) ?? history.at);
}

export const canUndo = (history: History) => undone(history).at < history.at;
export const canRedo = (history: History) => redone(history).at > history.at;

/** The move that led to what is shown, passes left out. */
export function lastMove({ steps, at }: Pick<History, "steps" | "at">): Step | null {
  return steps.slice(0, at).findLast((step) => !step.bookkeeping) ?? null;
}

/** A step through a game by key. */
export function strode(history: History, stride: "back" | "on" | "start" | "end"): History {
  if (stride === "back") return undone(history);
  if (stride === "on") return redone(history);
  return jumped(history, stride === "start" ? 0 : history.steps.length);
}
