// The texts of the lessons, apart from the other messages: only the lessons load them.

export { default as lessonMessages } from "messages:lessons";

export interface TaskMessages {
  /** What the player needs to know, one paragraph each. */
  text: string[];
  ask: string;
  /** From a nudge to almost the answer. */
  hints: string[];
  done: string;
  /** Shown after another legal move. */
  missed: string;
  /** More precise than `missed`, by the names of the task's mistakes. */
  mistakes?: Record<string, string>;
}
