// Repeated measurement. Other load can only slow a round down, so the best round counts.

import { expect } from "vitest";

const ROUNDS = 5;

/** The smallest of five measurements; fails unless it satisfies `meets`. */
export async function bestOf(
  meets: (value: number) => boolean,
  measure: () => Promise<number>,
): Promise<number> {
  const rounds: number[] = [];
  while (rounds.length < ROUNDS) rounds.push(await measure());
  const best = Math.min(...rounds);
  expect(best, `every round: ${rounds.join(", ")}`).toSatisfy(meets);
  return best;
}
