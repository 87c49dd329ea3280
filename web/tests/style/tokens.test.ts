import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const sheet = readFileSync("src/style/tokens.css", "utf8").toLowerCase();

function token(name: string, theme: "light" | "dark"): string {
  const value = new RegExp(`--${name}: ([^;]+);`).exec(sheet)?.[1] ?? "";
  const both = /light-dark\((#\w+), (#\w+)\)/.exec(value);
  return (both ? both[theme === "light" ? 1 : 2] : value) ?? "";
}

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [
    number,
    number,
  ];
  return (light + 0.05) / (dark + 0.05);
}

describe("the colours of the page", () => {
  it.each(["light", "dark"] as const)("have enough contrast in %s mode", (theme) => {
    const ratio = (text: string, ground: string) =>
      contrast(token(text, theme), token(ground, theme));
    for (const text of ["ink", "soft", "plum", "good", "bad"])
      for (const ground of ["page", "panel", "sunken"])
        expect(ratio(text, ground), `${text} on ${ground}`).toBeGreaterThan(4.5);
    for (const [text, ground] of [
      ["on-plum", "plum"],
      ["on-plum", "plum-strong"],
      ["plum", "plum-tint"],
      ["good", "good-ground"],
      ["bad", "bad-ground"],
      ["on-sun", "sun"],
      ["sun-ink", "sun-ground"],
    ] as const)
      expect(ratio(text, ground), `${text} on ${ground}`).toBeGreaterThan(4.5);
    for (const seat of [1, 2, 3, 4]) {
      expect(ratio(`seat-word-${seat}`, "panel"), `seat ${seat}`).toBeGreaterThan(4.5);
      expect(contrast("#ffffff", token(`seat-band-${seat}`, theme))).toBeGreaterThan(4.5);
    }
    for (const ground of ["page", "panel"])
      expect(ratio("control-edge", ground), `control edge on ${ground}`).toBeGreaterThan(3);
  });

  it("never use a seat's colour for the brand", () => {
    const seats = [1, 2, 3, 4].map((seat) => token(`seat-${seat}`, "light"));
    for (const theme of ["light", "dark"] as const)
      expect(seats).not.toContain(token("plum", theme));
  });
});
