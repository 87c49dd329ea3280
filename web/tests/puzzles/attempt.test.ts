// @vitest-environment node
// The judge of puzzles, with the kernel.

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { KernelEngine } from "../../src/engine/kernelEngine";
import {
  type Attempt,
  hintMove,
  playMove,
  playSolution,
  refute,
  solverOf,
  startAttempt,
  viewOf,
  wordOf,
} from "../../src/puzzles/attempt";
import { type Puzzle, parsePack } from "../../src/puzzles/pack";
import { loadKernel } from "../engine/loadKernel";

const PACK = new URL("../../../src/ringrift/puzzles/data/puzzles.jsonl", import.meta.url);
const puzzles = parsePack(readFileSync(PACK, "utf8"));
const engine = new KernelEngine(await loadKernel());
const small = (goal: Puzzle["goal"], turns = 1): Puzzle => {
  const found = puzzles.find(
    (one) => one.goal === goal && one.turns === turns && /^(square8|hex8)/.test(one.position),
  );
  if (!found) throw new Error(`the pack has no puzzle of the goal ${goal}`);
  return found;
};

async function solve(puzzle: Puzzle): Promise<Attempt> {
  let attempt = await startAttempt(engine, puzzle);
  for (let move = 0; attempt.verdict === "open" && move < puzzle.solution.length; move++)
    attempt = await playSolution(engine, attempt);
  return attempt;
}

/** Plays the first legal move that is not in the solution. */
async function playWrong(puzzle: Puzzle): Promise<Attempt> {
  const attempt = await startAttempt(engine, puzzle);
  const view = viewOf(attempt);
  const [right] = puzzle.solution;
  const cell = /[a-y][0-9]+/.exec(right ?? "")?.[0];
  const wrong = view.decision?.moves.find((move) => !wordOf(view.state, move).includes(`${cell}`));
  if (!wrong) throw new Error("every move is right");
  return playMove(engine, attempt, wrong);
}

describe("an attempt", () => {
  for (const goal of ["win", "defend", "gain"] as const)
    it(`is solved by the solution of a puzzle of the goal ${goal}`, async () => {
      const attempt = await solve(small(goal));
      expect(attempt.verdict).toBe("solved");
    });

  it("is solved by every puzzle of a sample", async () => {
    for (const puzzle of puzzles.filter((_, at) => at % 40 === 0))
      expect((await solve(puzzle)).verdict, puzzle.id).toBe("solved");
  });

  it("is wrong after a move that does not win, and shows how the others get out", async () => {
    const attempt = await playWrong(small("win"));
    expect(attempt.verdict).toBe("wrong");
    const { steps, answer, after } = await refute(engine, attempt);
    expect(answer.length).toBeGreaterThan(0);
    expect(steps.slice(-answer.length)).toEqual(answer);
    expect(after).toBeLessThan(1);
    expect(answer[0]?.move.player).not.toBe(solverOf(attempt));
  });

  it("is judged by the proof off the line of the solution", async () => {
    const puzzle = small("win");
    const start = await startAttempt(engine, { ...puzzle, solution: ["@a1"] });
    const move = await engine.parseMove(viewOf(start).state, puzzle.solution[0] ?? "");
    const after = await playMove(engine, start, move);
    expect(after.verdict).not.toBe("wrong");
    expect(after.followed).toBeNull();
    if (after.verdict === "open") expect(await hintMove(engine, after)).not.toBeNull();
  });
});
