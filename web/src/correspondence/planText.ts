// Conditional moves as text: one line for each variation, choices separated by spaces.

import { messages } from "../messages";
import { RefusedError } from "../rules/wire";

export const parsePlan = (text: string): string[][] =>
  text
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(([first]) => first);

export const formatPlan = (lines: readonly (readonly string[])[]): string =>
  lines.map((line) => line.join(" ")).join("\n");

/** Says which choice of which line was refused; null if the refusal names none. */
export function describePlanProblem(error: unknown): string | null {
  if (!(error instanceof RefusedError)) return null;
  const { path, message } = error.refusal;
  const [, line, choice] = /^lines\[(\d+)\](?:\[(\d+)\])?/.exec(path ?? "") ?? [];
  if (line === undefined) return null;
  return messages.correspondence.plan.problem({
    line: Number(line) + 1,
    choice: Number(choice ?? 0) + 1,
    reason: message,
  });
}
