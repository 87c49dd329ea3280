import { describe, expect, it } from "vitest";
import type { Move } from "../../src/rules/wire";
import { turnParts, turnText } from "../../src/study/turnNotation";

const at = (x: number, y: number) => ({ x, y });
const chosen = (...moves: Move[]) => moves.map((move) => ({ move, bookkeeping: false }));
const place: Move = { type: "place_ring", player: 1, to: at(3, 3), placementCount: 2 };
const run: Move = { type: "move_stack", player: 1, from: at(3, 3), to: at(3, 5) };

describe("a turn in compact notation", () => {
  it("says place, run, claim and pay in order", () => {
    const claim: Move = {
      type: "process_territory_region",
      player: 1,
      region: [at(0, 0), at(1, 0)],
      borderPlayer: 1,
    };
    const pay: Move = {
      type: "eliminate_rings_from_stack",
      player: 1,
      to: at(3, 5),
      eliminationContext: "territory",
    };
    expect(turnText("square8", chosen(place, run, claim, pay))).toBe(
      "+2 d4, d4–d6, claim a1–b1, pay d6",
    );
  });

  it("writes a capture with its start only where it does not go on from the move before", () => {
    const capture = (from: Move & { type: "move_stack" }, x: number): Move => ({
      type: "overtaking_capture",
      player: 1,
      from: from.to,
      captureTarget: at(x, 5),
      to: at(x + 1, 5),
    });
    const jump = capture(run as Move & { type: "move_stack" }, 5);
    expect(turnParts("square8", chosen(jump))).toEqual(["d6×f6–g6"]);
    expect(turnParts("square8", chosen(run, jump))).toEqual(["d4–d6", "×f6–g6"]);
  });

  it("leaves out bookkeeping and a skip beside other moves", () => {
    const skip: Move = { type: "skip_placement", player: 1 };
    const nothing: Move = { type: "no_line_action", player: 1 };
    expect(
      turnParts("square8", [...chosen(skip, run), { move: nothing, bookkeeping: true }]),
    ).toEqual(["d4–d6"]);
    expect(turnParts("square8", chosen(skip))).toEqual(["skip"]);
    expect(turnParts("square8", [{ move: nothing, bookkeeping: true }])).toEqual(["nothing to do"]);
  });
});
