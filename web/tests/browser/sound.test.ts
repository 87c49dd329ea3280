import { describe, expect, it } from "vitest";
import { layersOf, type Sound } from "../../src/browser/sound";

const SOUNDS: Sound[] = [
  "place",
  "move",
  "capture",
  "flip",
  "line",
  "region",
  "eliminate",
  "turn",
  "win",
  "loss",
  "refused",
  "warning",
  "begin",
];

describe.each(SOUNDS)("the sound %s", (sound) => {
  const layers = layersOf(sound);

  it("has several layers with noise in them", () => {
    expect(layers.length).toBeGreaterThan(1);
    expect(layers.some(({ kind }) => kind === "noise")).toBe(true);
  });

  it("is short and not loud", () => {
    const end = Math.max(...layers.map(({ at, attack, decay }) => at + attack + decay));
    expect(end).toBeLessThan(1.8);
    for (const { gain } of layers) expect(gain).toBeLessThanOrEqual(0.4);
  });
});

it("every sound is its own", () => {
  const drawn = SOUNDS.map((sound) => JSON.stringify(layersOf(sound)));
  expect(new Set(drawn).size).toBe(SOUNDS.length);
});
