import { afterAll, describe, expect, it } from "vitest";
import type { Step } from "../../src/engine/engine";
import {
  appendSteps,
  canRedo,
  canUndo,
  choicePoints,
  currentView,
  type History,
  jumpTo,
  redo,
  startHistory,
  undo,
} from "../../src/play/history";
import { groupByTurn } from "../../src/play/MoveLog";
import { formatRecord } from "../../src/play/recordText";
import { computeScores } from "../../src/play/scores";
import { decodeFragment, encodeFragment, MAX_RECORD_LENGTH } from "../../src/play/urlFragment";
import { ReferenceEngine } from "../reference/referenceEngine";

const reference = new ReferenceEngine();
afterAll(() => reference.close());
const setup = { board: "square8", players: 2, edition: "standard", swap: true } as const;

/** Plays these moves with the bookkeeping moves between them. */
async function game(...notations: string[]): Promise<History> {
  let history = startHistory(await reference.newGame(setup));
  for (const notation of notations) {
    const { state } = currentView(history);
    history = appendSteps(
      history,
      await reference.playAndSettle(state, await reference.parseMove(state, notation)),
    );
  }
  return history;
}

describe("a history", () => {
  it("undoes chosen moves with their bookkeeping", async () => {
    const history = await game("@d4", "d4-d6", "@a1");
    expect(choicePoints(history)).toEqual([0, 1, 4, 5]);
    const before = undo(undo(history));
    expect(currentView(before).state.currentPhase).toBe("movement");
    expect(before.at).toBe(1);
    expect(redo(before).at).toBe(4);
  });

  it("redoes until a new move is made", async () => {
    const history = undo(await game("@d4", "d4-d6"));
    expect(canRedo(history)).toBe(true);
    const { state } = currentView(history);
    const other = appendSteps(
      history,
      await reference.playAndSettle(state, await reference.parseMove(state, "d4-d5")),
    );
    expect(canRedo(other)).toBe(false);
    expect(other.steps.map((step) => step.notation)).toEqual(["@d4", "d4-d5", "-", "-"]);
  });

  it("cannot undo before its start", async () => {
    const history = await game();
    expect(canUndo(history)).toBe(false);
    expect(jumpTo(history, 99).at).toBe(0);
  });

  it("is grouped by turn", async () => {
    const { steps } = await game("@d4x2", "d4-d6", "swap", "@a1", "a1-a2");
    expect(groupByTurn(steps)).toEqual([
      {
        number: 1,
        seat: 1,
        moves: [
          { notation: "@d4x2", at: 1 },
          { notation: "d4-d6", at: 4 },
        ],
      },
      {
        number: 2,
        seat: 2,
        moves: [
          { notation: "swap", at: 5 },
          { notation: "@a1", at: 6 },
          { notation: "a1-a2", at: 9 },
        ],
      },
    ]);
  });
});

describe("a record written by the page", () => {
  const names = ['Ann "the ring"', "Ben"];

  it("is read by the reference engine, move for move", async () => {
    const { start, steps } = await game("@d4x2", "d4-d6", "@a1", "a1-a2", "@c2");
    const text = formatRecord({ setup, names, position: null, start, steps });
    const read = await reference.replay(text);
    expect(read.names).toEqual(names);
    expect(read.steps.map((step: Step) => step.notation)).toEqual(
      steps.map((step) => step.notation),
    );
    expect(read.steps.at(-1)?.view.hash).toBe(steps.at(-1)?.view.hash);
    expect(text).toContain("2. @a1 a1-a2 - -\n3. @c2\n*");
  });

  it("can start from a position and name the result", async () => {
    const start = await reference.scenario("ring-elimination-threshold-standard");
    let history = startHistory(start);
    for (let left = 9; currentView(history).decision && left > 0; left--) {
      const { state, decision: offer } = currentView(history);
      const move = offer?.moves[0];
      if (move) history = appendSteps(history, await reference.playAndSettle(state, move));
    }
    const position = await reference.toPositionString(start.state);
    const text = formatRecord({ setup, names, position, start, steps: history.steps });
    expect((await reference.replay(text)).result).toBe("1+ring_elimination");
  });

  it("survives a round trip through a URL", async () => {
    const { start, steps } = await game("@d4x2", "d4-d6", "@a1", "a1-a2");
    const record = formatRecord({ setup, names, position: null, start, steps });
    const fragment = await encodeFragment({ record });
    expect(fragment).toMatch(/^record=[\w-]+$/);
    expect(await decodeFragment(fragment)).toEqual({ record });
  });
});

describe("a URL fragment", () => {
  it("holds a position string or a scenario as plain text", async () => {
    const position = await reference.toPositionString((await game("@d4")).start.state);
    expect(await decodeFragment(await encodeFragment({ position }))).toEqual({ position });
    expect(await decodeFragment(await encodeFragment({ scenario: "region-frame" }))).toEqual({
      scenario: "region-frame",
    });
  });

  it("is refused when corrupt", async () => {
    await expect(decodeFragment("record=%%%")).rejects.toThrow(
      "The game record in this link is damaged. Ask for the link again.",
    );
    expect(await decodeFragment("")).toEqual({});
  });

  it("is refused when its record decompresses beyond the limit", async () => {
    const record = `[RingRift "1"]${" ".repeat(MAX_RECORD_LENGTH)}`;
    const packed = await encodeFragment({ record });
    expect(packed.length).toBeLessThan(2_000);
    const refusal = "more than 500,000 characters";
    await expect(decodeFragment(packed)).rejects.toThrow(refusal);
    await expect(decodeFragment(`record=${encodeURIComponent(record)}`)).rejects.toThrow(refusal);
  });
});

describe("scores [R170-R172]", () => {
  it("show the thresholds, and with three seats the territory of all others", async () => {
    const { state } = await reference.scenario("territory-3p-not-more-than-the-rest");
    const [first] = computeScores(state);
    const others = state.players.slice(1).reduce((sum, player) => sum + player.territorySpaces, 0);
    expect(first).toMatchObject({ territoryNeeded: 22, territoryOfOthers: others });
    expect(computeScores((await game()).start.state)[0]?.territoryOfOthers).toBeNull();
  });

  it("count the rounds in which only one seat could act", async () => {
    const { state } = await reference.scenario("lps-standard", 4);
    expect(state.lps.exclusiveRounds).toBe(1);
    expect(computeScores(state).map((score) => score.exclusiveRounds)).toContain(1);
  });
});
