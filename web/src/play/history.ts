// A game as it is looked at: where it began, the moves made, and how many of them lead to what is shown.

import type { PositionView, Step } from "../engine/engine";

export interface History {
  start: PositionView;
  steps: Step[];
  at: number;
}

export function startHistory(start: PositionView, settled: Step[] = []): History {
  return { start, steps: settled, at: settled.length };
}

export function currentView({ start, steps, at }: History): PositionView {
  return steps[at - 1]?.view ?? start;
}

/** Moves made in what is shown; what had followed it is given up. */
export function appendSteps(history: History, made: Step[]): History {
  const steps = [...history.steps.slice(0, history.at), ...made];
  return { ...history, steps, at: steps.length };
}

/** Where somebody had a choice, and where the moves end: there undo and a slider stop. Views need no offers for it. */
export function choicePoints({ steps }: Pick<History, "steps">): number[] {
  const found = steps.flatMap((step, i) => (step.bookkeeping ? [] : [i]));
  return found.at(-1) === steps.length ? found : [...found, steps.length];
}

export function jumpTo(history: History, at: number): History {
  return { ...history, at: Math.min(Math.max(at, 0), history.steps.length) };
}

export function undo(history: History): History {
  return jumpTo(history, choicePoints(history).findLast((stop) => stop < history.at) ?? history.at);
}

export function redo(history: History): History {
  return jumpTo(history, choicePoints(history).find((stop) => stop > history.at) ?? history.at);
}

export const canUndo = (history: History) => undo(history).at < history.at;
export const canRedo = (history: History) => redo(history).at > history.at;

/** The move that led to what is shown, passes left out. */
export function lastMove({ steps, at }: Pick<History, "steps" | "at">): Step | null {
  return steps.slice(0, at).findLast((step) => !step.bookkeeping) ?? null;
}

/** A step through a game by key. */
export function stepTo(history: History, stride: "back" | "on" | "start" | "end"): History {
  if (stride === "back") return undo(history);
  if (stride === "on") return redo(history);
  return jumpTo(history, stride === "start" ? 0 : history.steps.length);
}
