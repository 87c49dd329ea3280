// The boards, their cells and their names.

import { describe, expect, it } from "vitest";
import { lineLength } from "../../src/rules/boards";
import { between, directionTo, gridOf } from "../../src/rules/grid";
import { sha256 } from "../../src/rules/sha256";
import { stateHash } from "../../src/rules/stateHash";
import type { State } from "../../src/rules/wire";

describe("a board", () => {
  it.each([
    ["square8", 64, 8, "0,0", "a1"],
    ["hex8", 61, 9, "0,-4,4", "e1"],
    ["square19", 361, 19, "0,0", "a1"],
    ["hexagonal", 469, 25, "0,-12,12", "m1"],
  ] as const)(
    "%s has %i cells, starting with the canonical first cell",
    (name, size, tallest, key, cell) => {
      const grid = gridOf(name);
      expect([grid.size, grid.maxStackHeight, grid.keys[0], grid.names[0]]).toEqual([
        size,
        tallest,
        key,
        cell,
      ]);
      expect(grid.rows.flat()).toEqual([...grid.names.keys()]);
    },
  );

  it("names its centre cells d4, e5 and m13", () => {
    const middle = (name: "square8" | "hex8" | "hexagonal", key: string) => {
      const grid = gridOf(name);
      return grid.names[grid.byKey.get(key) ?? -1];
    };
    expect([
      middle("square8", "3,3"),
      middle("hex8", "0,0,0"),
      middle("hexagonal", "0,0,0"),
    ]).toEqual(["d4", "e5", "m13"]);
  });

  it("has eight neighbours on squares, four of them for territory, and six on hexagons", () => {
    const [square, hex] = [gridOf("square8"), gridOf("hex8")];
    const [d4, e5] = [square.byName.get("d4") ?? -1, hex.byName.get("e5") ?? -1];
    expect([square.neighbours[d4]?.length, square.territoryNeighbours[d4]?.length]).toEqual([8, 4]);
    expect([hex.neighbours[e5]?.length, hex.territoryNeighbours[e5]?.length]).toEqual([6, 6]);
  });

  it("lists the cells between two cells of a ray", () => {
    const grid = gridOf("square8");
    const [a1, d4, b3] = ["a1", "d4", "b3"].map((name) => grid.byName.get(name) ?? -1) as [
      number,
      number,
      number,
    ];
    const direction = directionTo(grid, a1, d4);
    expect(between(grid, a1, d4, direction).map((cell) => grid.names[cell])).toEqual(["b2", "c3"]);
    expect(directionTo(grid, a1, b3)).toBe(-1);
  });

  it("has a line length of three for three or four players on a small board, else four", () => {
    expect([lineLength("square8", 2), lineLength("hex8", 3), lineLength("square19", 4)]).toEqual([
      4, 3, 4,
    ]);
  });
});

describe("a digest", () => {
  it("is SHA-256 in UTF-8", () => {
    expect(sha256("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    expect(sha256("Zürich".repeat(40))).toBe(
      "b916c7ce2c0ce9a2ede9c65cd7ad24f8e8d821cf2734e50dea44bbcd8d6dcd14",
    );
  });

  it("of a state ignores its history", () => {
    const state = { board: { type: "square8" }, turnNumber: 1 } as unknown as State;
    expect(stateHash({ ...state, moveHistory: [{ type: "skip_placement", player: 1 }] })).toBe(
      stateHash(state),
    );
  });
});
