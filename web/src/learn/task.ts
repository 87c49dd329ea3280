// What a lesson is made of. The words are apart: strings/en/lessons, by the lesson's name and the task's place in it.

import type { PositionView, Step } from "../engine/engine";
import type { Key, Seat, State } from "../rules/wire";

/** How the learner's moves stand: where they began, what was made since, what it led to. */
export interface TaskAttempt {
  start: PositionView;
  /** Passes that nobody chose included. */
  steps: Step[];
  view: PositionView;
}

export type Goal = (course: TaskAttempt) => boolean;

/** A legal way to miss the goal that deserves words of its own; the words have the same name. */
export interface Mistake {
  name: string;
  when: Goal;
  /** Choices that lead to it, in notation. */
  example: string[];
}

/** Moves to make on the board. */
export interface PlayTask {
  kind: "play";
  /** A position string. */
  start: string;
  seat: Seat;
  goal: Goal;
  /** Choices that reach the goal, in notation. */
  solution: string[];
  /** How many choices the learner has; as many as the solution by default. The turn's end is the end in any case. */
  maxChoices?: number;
  mistakes?: Mistake[];
}

/** A cell to point out. */
export interface PointTask {
  kind: "point";
  start: string;
  isRight(cell: Key, state: State): boolean;
  /** The name of a right cell. */
  solution: string;
}

/** A game to play to its end against a level. */
export interface GameTask {
  kind: "game";
  start: string;
  seat: Seat;
  level: number;
}

export type Task = PlayTask | PointTask | GameTask;

export interface Lesson<Name extends string = string> {
  name: Name;
  /** The rule that the rulebook tells about it. */
  rule: string;
  tasks: Task[];
}
