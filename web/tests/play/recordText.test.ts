// @vitest-environment node
import { afterAll, describe, expect, it } from "vitest";
import { replayRecord } from "../../src/engine/recordReplay";
import { loadText } from "../../src/sandbox/loadGame";
import { gameRecord } from "../../src/sandbox/savedGame";
import { loadRules } from "../engine/loadKernel";
import { ReferenceEngine } from "../reference/referenceEngine";

const reference = new ReferenceEngine();
afterAll(() => reference.close());

/** A game that starts after so many moves of the scenario. */
async function gameStartingAfter(scenario: string, moves: number) {
  const { state } = await reference.scenario(scenario, moves);
  const game = await loadText(reference, await reference.toPositionString(state));
  return { ...game, history: game };
}

describe("a record", () => {
  it("names the winner of a game that is over at its start, and can be read back", async () => {
    const game = await gameStartingAfter("forced-elimination-wins", 5);
    expect(game.steps).toEqual([]);
    const record = gameRecord(game);
    const read = replayRecord(await loadRules(), record);
    expect(read).toMatchObject({ result: "1+ring_elimination", steps: [] });
    expect(read.start.hash).toBe(game.start.hash);
  });

  it("has no result when the game starts mid-play", async () => {
    const record = gameRecord(await gameStartingAfter("forced-elimination-wins", 0));
    expect(record).toContain('[Result "*"]');
    expect((await reference.replay(record)).result).toBeNull();
  });
});
