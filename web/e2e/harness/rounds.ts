// Measuring in rounds. What else the machine does can only slow a round down, so the best one counts, and a bar that is missed is tried again.

import { expect } from "vitest";

const ROUNDS = 3;
const MOST_ROUNDS = 10;

/** The least of what the rounds measure; it meets the bar. */
export async function leastOf(
  meets: (value: number) => boolean,
  measure: () => Promise<number>,
): Promise<number> {
  const rounds: number[] = [];
  const least = () => Math.min(...rounds);
  while (rounds.length < ROUNDS || (!meets(least()) && rounds.length < MOST_ROUNDS))
    rounds.push(await measure());
  expect(least(), `every round: ${rounds.join(", ")}`).toSatisfy(meets);
  return least();
}
