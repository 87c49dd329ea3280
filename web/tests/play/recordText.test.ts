// @vitest-environment node
import { afterAll, describe, expect, it } from "vitest";
import { replayRecord } from "../../src/engine/recordReplay";
import { loadText } from "../../src/sandbox/loadGame";
import { gameRecord } from "../../src/sandbox/savedGame";
import { rules } from "../engine/loadKernel";
import { ReferenceEngine } from "../reference/referenceEngine";

const law = new ReferenceEngine();
afterAll(() => law.close());

/** A game that begins after so many moves of the scenario. */
async function begunAfter(scenario: string, moves: number) {
  const { state } = await law.scenario(scenario, moves);
  const game = await loadText(law, await law.toPositionString(state));
  return { ...game, history: game };
}

describe("the record of a game", () => {
  it("that begins where somebody has won names the winner, and can be read back", async () => {
    const game = await begunAfter("forced-elimination-wins", 5);
    expect(game.steps).toEqual([]);
    const record = gameRecord(game);
    const read = replayRecord(await rules(), record);
    expect(read).toMatchObject({ result: "1+ring_elimination", steps: [] });
    expect(read.start.hash).toBe(game.start.hash);
  });

  it("that begins in its middle has no result", async () => {
    const record = gameRecord(await begunAfter("forced-elimination-wins", 0));
    expect(record).toContain('[Result "*"]');
    expect((await law.replay(record)).result).toBeNull();
  });
});
