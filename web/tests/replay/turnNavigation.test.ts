import { describe, expect, it } from "vitest";
import type { Step } from "../../src/engine/engine";
import type { PlayedTurn } from "../../src/replay/judgedTurns";
import { findTurn, navigate, turnIndexAt } from "../../src/replay/turnNavigation";

/** Two decisions and two bookkeeping moves a turn. */
const steps = Array.from({ length: 12 }, (_, i) => ({ bookkeeping: i % 4 > 1 }) as Step);
const turns = [0, 4, 8].map(
  (from, i): PlayedTurn => ({ number: i + 5, seat: 1, player: 1, from, to: from + 4 }),
);

describe("stepping through a game", () => {
  it("goes from turn to turn, and to the end after the last", () => {
    const seen = [0];
    for (let at = 0; at < steps.length; ) {
      at = navigate(steps, turns, at, "on", false);
      seen.push(at);
    }
    expect(seen).toEqual([0, 4, 8, 12]);
    expect(navigate(steps, turns, 12, "back", false)).toBe(8);
    expect(navigate(steps, turns, 0, "back", false)).toBe(0);
  });

  it("goes from decision to decision", () => {
    expect(navigate(steps, turns, 0, "on", true)).toBe(1);
    expect(navigate(steps, turns, 1, "on", true)).toBe(4);
    expect(navigate(steps, turns, 5, "back", false)).toBe(4);
    expect(navigate(steps, turns, 4, "back", true)).toBe(1);
  });

  it("goes to the start and the end", () => {
    expect(navigate(steps, turns, 5, "start", false)).toBe(0);
    expect(navigate(steps, turns, 5, "end", true)).toBe(12);
  });

  it("knows which turn is to be played", () => {
    expect([0, 3, 4, 11, 12].map((at) => turnIndexAt(turns, at))).toEqual([0, 0, 1, 2, 3]);
    expect(findTurn(turns, 6)?.from).toBe(4);
    expect(findTurn(turns, 1)).toBeNull();
  });
});
