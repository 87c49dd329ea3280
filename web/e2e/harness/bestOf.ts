// Measuring in rounds. What else the machine does can only slow a round down, so the best one counts; how many there are does not depend on what they measure.

import { expect } from "vitest";

const ROUNDS = 5;

/** The least of what the rounds measure; it meets the bar. */
export async function leastOf(
  meets: (value: number) => boolean,
  measure: () => Promise<number>,
): Promise<number> {
  const rounds: number[] = [];
  while (rounds.length < ROUNDS) rounds.push(await measure());
  const least = Math.min(...rounds);
  expect(least, `every round: ${rounds.join(", ")}`).toSatisfy(meets);
  return least;
}
