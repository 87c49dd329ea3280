import { describe, expect, it } from "vitest";
import type { Step } from "../../src/engine/engine";
import { soundsOf } from "../../src/play/moveSounds";
import type { Move, Seat, State } from "../../src/rules/wire";

const state = (change: Partial<State>, markers: Record<string, Seat> = {}): State =>
  ({
    gameStatus: "active",
    currentPlayer: 1,
    winner: null,
    board: {
      markers: Object.fromEntries(
        Object.entries(markers).map(([key, player]) => [key, { player, type: "regular" }]),
      ),
    },
    ...change,
  }) as unknown as State;

const step = (move: Partial<Move>, after: State): Step =>
  ({ move, view: { state: after } }) as unknown as Step;

describe("the sounds of a move", () => {
  it.each([
    ["place_ring", "place"],
    ["move_stack", "move"],
    ["overtaking_capture", "capture"],
    ["process_line", "line"],
    ["process_territory_region", "region"],
    ["forced_elimination", "eliminate"],
  ] as const)("say what %s did", (type, sound) => {
    expect(soundsOf(step({ type } as Move, state({})), state({}), [1, 2])).toEqual([sound]);
  });

  it("say that markers turned", () => {
    const [before, after] = [state({}, { "0,0": 2 }), state({}, { "0,0": 1 })];
    expect(soundsOf(step({ type: "move_stack" }, after), before, [])).toEqual(["move", "flip"]);
  });

  it("call the player whose turn begins", () => {
    const move = step({ type: "move_stack" }, state({ currentPlayer: 2 }));
    expect(soundsOf(move, state({}), [2])).toEqual(["move", "turn"]);
    expect(soundsOf(move, state({}), [1])).toEqual(["move"]);
    expect(soundsOf(move, state({ currentPlayer: 2 }), [2])).toEqual(["move"]);
  });

  it("tell a win from a loss", () => {
    const end = step({ type: "move_stack" }, state({ gameStatus: "completed", winner: 2 }));
    expect(soundsOf(end, state({}), [2])).toEqual(["move", "win"]);
    expect(soundsOf(end, state({}), [1])).toEqual(["move", "loss"]);
    expect(soundsOf(end, state({}), [])).toEqual(["move", "end"]);
  });
});
