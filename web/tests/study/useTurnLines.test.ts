// @vitest-environment node
import { expect, it } from "vitest";
import { KernelEngine } from "../../src/engine/kernelEngine";
import { isTurnOver } from "../../src/engine/turnEnd";
import { searchTurns } from "../../src/study/useTurnLines";
import { loadKernel } from "../engine/loadKernel";

it("each line is a whole turn with the whole answer to it", async () => {
  const engine = new KernelEngine(await loadKernel());
  const start = await engine.newGame({
    board: "square8",
    players: 3,
    edition: "standard",
    swap: false,
  });
  const lines = await searchTurns(engine, start, 300, 3);
  expect(lines).toHaveLength(3);
  for (const { steps, answer, shares } of lines) {
    const reached = steps.at(-1)?.view.state;
    expect(isTurnOver(start.state, steps)).toBe(true);
    expect(isTurnOver(start.state, steps.slice(0, -1))).toBe(false);
    expect(reached?.currentPlayer).toBe(2);
    expect(reached && isTurnOver(reached, answer)).toBe(true);
    expect(answer.at(-1)?.view.state.currentPlayer).toBe(3);
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1);
  }
  expect(new Set(lines.map(({ steps }) => steps[0]?.notation)).size).toBe(3);
});
