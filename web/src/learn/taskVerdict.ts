// Whether the learner's moves reached the goal, may still reach it, or missed it.

import type { PlayTask, TaskAttempt } from "./task";

export type Verdict =
  | { kind: "open" }
  | { kind: "done" }
  /** `slip` names what happened, where the lesson has words for it. */
  | { kind: "missed"; mistake: string | null };

export function judgeAttempt(task: PlayTask, attempt: TaskAttempt): Verdict {
  const made = chosenSteps(attempt).length;
  if (made === 0) return { kind: "open" };
  if (task.goal(attempt)) return { kind: "done" };
  if (made < (task.maxChoices ?? task.solution.length) && !isTurnOver(attempt))
    return { kind: "open" };
  return {
    kind: "missed",
    mistake: task.mistakes?.find(({ when }) => when(attempt))?.name ?? null,
  };
}

/** The moves that the learner chose. */
export const chosenSteps = ({ steps }: TaskAttempt) => steps.filter((step) => !step.bookkeeping);

function isTurnOver({ start, view }: TaskAttempt): boolean {
  return view.decision === null || view.state.turnNumber !== start.state.turnNumber;
}
