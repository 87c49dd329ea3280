import { describe, expect, it } from "vitest";
import type { GameSettings, QuickMatchCount } from "../../src/api/types";
import { countWaiting, wantedSettings } from "../../src/lobby/quickMatchForm";

const form = { players: 3, board: "hex8", clock: "quick", rated: true } as const;
const clock = { increment: 2, initial: 180, kind: "fischer" } as const;
const settings = { ...wantedSettings(form, true), clock } as GameSettings;

describe("a quick match", () => {
  it("is rated for people with an account only", () => {
    expect(wantedSettings(form, true).rated).toBe(true);
    expect(wantedSettings(form, false).rated).toBe(false);
  });

  it("counts people by some or all of its fields", () => {
    const counts: QuickMatchCount[] = [
      { settings, waiting: 2 },
      { settings: { ...settings, rated: false }, waiting: 3 },
      { settings: { ...settings, players: 2 }, waiting: 4 },
    ];
    expect(countWaiting(counts, wantedSettings(form, true))).toBe(2);
    expect(countWaiting(counts, { players: 3 })).toBe(5);
    expect(countWaiting(counts, { players: 3, clock: undefined })).toBe(5);
    expect(countWaiting(counts, { clock: { kind: "none" } })).toBe(0);
    expect(countWaiting([], { players: 3 })).toBe(0);
  });
});
