/** What is said in a task. */
export interface TaskWords {
  /** What there is to know, a paragraph each. */
  text: string[];
  /** What there is to do. */
  ask: string;
  /** From a nudge to nearly the answer. */
  hints: string[];
  done: string;
  /** Where something else was done, which the rules allow as well. */
  missed: string;
  /** By the names of the task's slips. */
  slips?: Record<string, string>;
}

export interface LessonWords {
  title: string;
  /** In half a line, for the list of lessons. */
  summary: string;
  tasks: TaskWords[];
}
