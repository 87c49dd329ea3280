import { readFileSync } from "node:fs";
import look from "@package/drawing/look.json";
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
  it.each(["light", "dark"] as const)("match the board in %s mode", (theme) => {
    const { page, tiles, line, ink, quiet, highlight } = look.themes[theme];
    const named = { page, cell: tiles[0], "cell-2": tiles[1], line, ink, quiet, highlight };
    for (const [name, colour] of Object.entries(named))
      expect(token(name, theme), name).toBe(colour?.toLowerCase());
  });

  it("match the seats", () => {
    for (const [index, { colour, edge, face }] of look.seats.entries()) {
      expect(token(`seat-${index + 1}`, "light")).toBe(colour.toLowerCase());
      expect(token(`seat-${index + 1}-edge`, "light")).toBe(edge.toLowerCase());
      expect(token(`seat-${index + 1}-face`, "light")).toBe(face.toLowerCase());
    }
  });

  it.each(["light", "dark"] as const)("have enough contrast in %s mode", (theme) => {
    for (const text of ["ink", "quiet", "danger", "link", "good"])
      for (const ground of ["page", "panel"])
        expect(
          contrast(token(text, theme), token(ground, theme)),
          `${text} on ${ground}`,
        ).toBeGreaterThan(4.5);
    expect(contrast(token("on-accent", theme), token("accent", theme))).toBeGreaterThan(4.5);
  });
});
