// @vitest-environment node
// Which turns become exercises, and which attempts solve them.

import { describe, expect, it } from "vitest";
import type { JudgedTurn } from "../../src/replay/judgedTurns";
import { judgeAttempt, mistakesOf, possibleShare } from "../../src/replay/mistakes";

const turn = (change: Partial<JudgedTurn>): JudgedTurn => ({
  number: 1,
  seat: 1,
  player: 1,
  from: 0,
  to: 1,
  before: [0.6, 0.4],
  after: [0.3, 0.7],
  loss: 0.25,
  mark: "??",
  better: [],
  ...change,
});

describe("the exercises", () => {
  it("are the costly turns of the reader, or of everybody", () => {
    const judged = [
      turn({}),
      turn({ player: 2, seat: 2, mark: "?", loss: 0.1 }),
      turn({ mark: "", loss: 0.01 }),
      turn({ player: null }),
    ];
    expect(mistakesOf(judged, 1)).toEqual([judged[0]]);
    expect(mistakesOf(judged, null)).toEqual([judged[0], judged[1]]);
  });

  it("are measured against what the better turn would have kept", () => {
    expect(possibleShare(turn({}), [])).toBeCloseTo(0.55);
  });

  it("are solved by a turn that gives away next to nothing", () => {
    expect(judgeAttempt(0.01, 0.25)).toBe("right");
    expect(judgeAttempt(-0.1, 0.25)).toBe("right");
    expect(judgeAttempt(0.1, 0.25)).toBe("better");
    expect(judgeAttempt(0.2, 0.25)).toBe("wrong");
  });
});
