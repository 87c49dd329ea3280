// Puzzles on the page, and how to solve them.

import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { KernelEngine } from "../../src/engine/kernelEngine";
import { type Puzzle, parsePack } from "../../src/puzzles/pack";
import { loadKernel } from "../../tests/engine/loadKernel";
import { GamePage } from "./gamePage";

const PACK = new URL("../../../src/ringrift/puzzles/data/puzzles.jsonl", import.meta.url);
export const puzzles = parsePack(readFileSync(PACK, "utf8"));
const engine = new KernelEngine(await loadKernel());
const byId = new Map(puzzles.map((puzzle) => [puzzle.id, puzzle]));

/** The puzzle on the page, known by its board's position. */
export async function shownPuzzle(page: Page): Promise<Puzzle> {
  const card = page.locator(".puzzle-card");
  await card.waitFor();
  const puzzle = byId.get((await card.getAttribute("data-puzzle")) ?? "");
  if (!puzzle) throw new Error("the page shows no puzzle of the pack");
  return puzzle;
}

/** Plays the solver's moves of the solution; the page plays those of the others. */
export async function solve(page: Page, puzzle: Puzzle): Promise<void> {
  const game = new GamePage(page);
  for (const word of await solverMoves(puzzle)) {
    const before = await page.locator(".puzzle-card").getAttribute("data-steps");
    await game.type(word);
    await page.locator(`.puzzle-card:not([data-steps="${before}"])`).waitFor();
  }
}

async function solverMoves({ position, solution }: Puzzle): Promise<string[]> {
  const start = await engine.fromPositionString(position);
  let state = (await engine.settle(start.state)).at(-1)?.view.state ?? start.state;
  const solver = state.currentPlayer;
  const own: string[] = [];
  for (const word of solution) {
    if (state.currentPlayer === solver) own.push(word);
    const steps = await engine.playAndSettle(state, await engine.parseMove(state, word));
    state = steps.at(-1)?.view.state ?? state;
  }
  return own;
}
