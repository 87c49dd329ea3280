// The data of a lesson. Its texts are in messages/en/lessons.json, by lesson name and task index.

import type { PositionView, Step } from "../engine/engine";
import type { Key, Seat, State } from "../rules/wire";

/** The learner's moves so far. */
export interface TaskAttempt {
  start: PositionView;
  /** Bookkeeping moves included. */
  steps: Step[];
  view: PositionView;
}

export type Goal = (attempt: TaskAttempt) => boolean;

/** A legal way to miss the goal that has its own message, under the same name. */
export interface Mistake {
  name: string;
  when: Goal;
  /** Moves that lead to it, in notation. */
  example: string[];
}

/** Moves to make on the board. */
export interface PlayTask {
  kind: "play";
  /** A position string. */
  start: string;
  seat: Seat;
  goal: Goal;
  /** Moves that reach the goal, in notation. */
  solution: string[];
  /** The moves allowed; as many as in the solution by default. The turn's end ends the attempt. */
  maxMoves?: number;
  mistakes?: Mistake[];
}

/** A cell to click. */
export interface PointTask {
  kind: "point";
  start: string;
  isRight(cell: Key, state: State): boolean;
  /** The name of a correct cell. */
  solution: string;
}

/** A game to play to its end against a computer level. */
export interface GameTask {
  kind: "game";
  start: string;
  seat: Seat;
  level: number;
}

export type Task = PlayTask | PointTask | GameTask;

export interface Lesson<Name extends string = string> {
  name: Name;
  /** The rule that the lesson teaches. */
  rule: string;
  tasks: Task[];
}

export type Verdict =
  | { kind: "open" }
  | { kind: "done" }
  /** `mistake` is the known mistake that was made, if any. */
  | { kind: "missed"; mistake: string | null };

export function judgeAttempt(task: PlayTask, attempt: TaskAttempt): Verdict {
  const made = chosenSteps(attempt).length;
  if (made === 0) return { kind: "open" };
  if (task.goal(attempt)) return { kind: "done" };
  if (made < (task.maxMoves ?? task.solution.length) && !isTurnOver(attempt))
    return { kind: "open" };
  return {
    kind: "missed",
    mistake: task.mistakes?.find(({ when }) => when(attempt))?.name ?? null,
  };
}

/** Returns the steps that the learner chose. */
export const chosenSteps = ({ steps }: TaskAttempt) => steps.filter((step) => !step.bookkeeping);

function isTurnOver({ start, view }: TaskAttempt): boolean {
  return view.decision === null || view.state.turnNumber !== start.state.turnNumber;
}
