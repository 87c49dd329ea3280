import { afterAll, describe, expect, it } from "vitest";
import { keyFromName } from "../../src/play/cells";
import type { Seat, State } from "../../src/rules/wire";
import { loadScenario, loadText } from "../../src/sandbox/loadGame";
import { validatePosition } from "../../src/sandbox/PositionEditor";
import {
  adjustEliminatedRings,
  applyTool,
  clearBoard,
  startEditing,
  type Tool,
} from "../../src/sandbox/positionEditing";
import { scenarios, searchScenarios } from "../../src/sandbox/scenarios";
import { ReferenceEngine } from "../reference/referenceEngine";

const reference = new ReferenceEngine();
afterAll(() => reference.close());
const at = (name: string) => keyFromName("square8", name) ?? "";

const ring = (seat: Seat): Tool => ({ piece: "ring", seat });

async function blank(): Promise<State> {
  const { state } = await reference.newGame({
    board: "square8",
    players: 2,
    edition: "standard",
    swap: true,
  });
  return startEditing(state);
}

function validated(state: State, ...edits: [Tool, string][]): State {
  return edits.reduce((now, [tool, name]) => applyTool(now, tool, at(name)) ?? now, state);
}

describe("editing a position", () => {
  it("moves rings from the hand onto stacks, and the result is valid", async () => {
    const state = validated(await blank(), [ring(1), "d4"], [ring(1), "d4"], [ring(2), "d4"]);
    expect(state.board.stacks[at("d4")]).toMatchObject({
      rings: [2, 1, 1],
      capHeight: 1,
      controllingPlayer: 2,
    });
    expect(state.players.map((player) => player.ringsInHand)).toEqual([16, 17]);
    expect((await validatePosition(reference, state)).refusal).toBeNull();
  });

  it("returns removed or replaced rings to the hand", async () => {
    const state = await blank();
    expect(validated(state, [ring(1), "d4"], [{ piece: "nothing" }, "d4"])).toEqual(state);
    expect(
      validated(state, [ring(1), "d4"], [{ piece: "marker", seat: 2 }, "d4"]).players[0]
        ?.ringsInHand,
    ).toBe(18);
    expect(clearBoard(validated(state, [ring(1), "d4"], [ring(2), "e5"]))).toEqual(state);
  });

  it("keeps one piece per cell, and counts territory", async () => {
    const state = validated(
      await blank(),
      [{ piece: "marker", seat: 1 }, "a1"],
      [{ piece: "territory", seat: 2 }, "a1"],
    );
    expect(state.board.markers).toEqual({});
    expect(state.players[1]?.territorySpaces).toBe(1);
    expect((await validatePosition(reference, state)).refusal).toBeNull();
  });

  it("refuses a ring from an empty hand", async () => {
    let state = await blank();
    for (let i = 0; i < 18; i++)
      state = applyTool(state, ring(1), at("abcdefgh"[i % 8] + String(1 + (i >> 3)))) ?? state;
    expect(state.players[0]?.ringsInHand).toBe(0);
    expect(applyTool(state, ring(1), at("h8"))).toBeNull();
  });

  it("credits eliminated rings and returns them", async () => {
    const state = adjustEliminatedRings(await blank(), 1, 1);
    expect(state?.players[0]).toMatchObject({ eliminatedRings: 1, ringsInHand: 17 });
    expect(state && (await validatePosition(reference, state)).refusal).toBeNull();
    expect(state && adjustEliminatedRings(state, 1, -1)).toEqual(await blank());
    expect(adjustEliminatedRings(await blank(), 1, -1)).toBeNull();
  });

  it("reports an invalid position with the path of the field", async () => {
    let state = await blank();
    for (let i = 0; i < 9; i++) state = validated(state, [ring(1), "d4"]);
    const { refusal } = await validatePosition(reference, state);
    expect(refusal?.path).toContain("stacks");
  });

  it("determines whether the seat to move has a real action", async () => {
    const walls = ["a2", "b1", "b2"].map((name): [Tool, string] => [
      { piece: "territory", seat: 2 },
      name,
    ]);
    let state = validated(await blank(), [ring(1), "a1"], ...walls);
    for (let i = 0; i < 17; i++) state = adjustEliminatedRings(state, 2, 1) ?? state;
    for (let i = 0; i < 18; i++) state = adjustEliminatedRings(state, 2, 1) ?? state;
    expect((await validatePosition(reference, state)).view?.state.turn.hadRealAction).toBe(false);
  });
});

describe("the rulebook's scenarios", () => {
  it("load as positions, or with their moves from the start", async () => {
    const scenario = scenarios.find((each) => each.id === "region-frame");
    if (!scenario) throw new Error("no such scenario");
    const story = await loadScenario(reference, scenario, true);
    expect(story.at).toBe(0);
    expect(story.steps.slice(0, scenario.moves.length).map((step) => step.notation)).toEqual(
      scenario.moves,
    );
    const position = await loadText(reference, scenario.position);
    expect(position.start.hash).toBe(story.start.hash);
  });

  it("are found by words and by rule", () => {
    expect(searchScenarios("R081").length).toBeGreaterThan(3);
    expect(
      searchScenarios("wall markers").every((each) => /wall/i.test(each.title + each.id)),
    ).toBe(true);
    expect(searchScenarios("").length).toBe(scenarios.length);
  });
});
