// Whether the learner's moves reached the goal, may still reach it, or missed it.

import type { PlayTask, TaskAttempt } from "./task";

export type Verdict =
  | { kind: "open" }
  | { kind: "done" }
  /** `slip` names what happened, where the lesson has words for it. */
  | { kind: "missed"; slip: string | null };

export function judgeAttempt(task: PlayTask, course: TaskAttempt): Verdict {
  const made = chosenSteps(course).length;
  if (made === 0) return { kind: "open" };
  if (task.goal(course)) return { kind: "done" };
  if (made < (task.within ?? task.solution.length) && !turnIsOver(course)) return { kind: "open" };
  return { kind: "missed", slip: task.slips?.find(({ when }) => when(course))?.name ?? null };
}

/** The moves that the learner chose. */
export const chosenSteps = ({ steps }: TaskAttempt) => steps.filter((step) => !step.bookkeeping);

function turnIsOver({ start, view }: TaskAttempt): boolean {
  return view.decision === null || view.state.turnNumber !== start.state.turnNumber;
}
