// A game with a cursor: the start, the steps made, and how many of them lead to the shown position.

import type { TrailStep } from "../board/trail";
import type { Engine, PositionView, Step } from "../engine/engine";

export interface History {
  start: PositionView;
  steps: Step[];
  at: number;
}

export function startHistory(start: PositionView, steps: Step[] = []): History {
  return { start, steps, at: steps.length };
}

export function currentView({ start, steps, at }: History): PositionView {
  return steps[at - 1]?.view ?? start;
}

/** Appends steps after the cursor and drops the steps that followed it. */
export function appendSteps(history: History, added: Step[]): History {
  const steps = [...history.steps.slice(0, history.at), ...added];
  return { ...history, steps, at: steps.length };
}

/** Returns where undo and the slider stop: before each chosen move, and at the end. */
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

/** Returns the last chosen move before the cursor. */
export function lastMove({ steps, at }: Pick<History, "steps" | "at">): Step | null {
  return steps.slice(0, at).findLast((step) => !step.bookkeeping) ?? null;
}

/** Returns the moves of the last turn that ended; before the first one ends, its moves so far. */
export function turnSteps({
  start = null,
  steps,
  at,
}: Pick<History, "steps" | "at"> & { start?: PositionView | null }): TrailStep[] {
  const before = (index: number) => (index === 0 ? start : steps[index - 1]?.view)?.state;
  // Without a start the first move is taken as part of the turn that it leads to.
  const turnOf = (index: number) => (before(index) ?? steps[0]?.view.state)?.turnNumber ?? 0;
  const now = steps[at - 1]?.view.state;
  if (!now) return [];
  const inProgress = now.gameStatus !== "completed" && turnOf(at - 1) === now.turnNumber;
  const ended = steps
    .slice(0, at)
    .findLastIndex((_, i) => !inProgress || turnOf(i) < now.turnNumber);
  const last = ended < 0 ? at - 1 : ended;
  const turn = turnOf(last);
  return steps
    .slice(0, last + 1)
    .flatMap(({ move, view }, i) =>
      turnOf(i) === turn ? [{ move, before: before(i), after: view.state }] : [],
    );
}

export function stepThroughHistory(
  history: History,
  step: "back" | "on" | "start" | "end",
): History {
  if (step === "back") return undo(history);
  if (step === "on") return redo(history);
  return jumpTo(history, step === "start" ? 0 : history.steps.length);
}

/** Plays moves given in notation, then the bookkeeping moves that are due. */
export async function playVariation(
  engine: Engine,
  from: PositionView,
  notations: readonly string[],
): Promise<Step[]> {
  const steps: Step[] = [];
  let { state } = from;
  for (const notation of notations) {
    const step = await engine.play(state, await engine.parseMove(state, notation));
    steps.push(step);
    state = step.view.state;
  }
  return [...steps, ...(await engine.settle(state))];
}
