import { describe, expect, test } from "vitest";
import { boardOf, labelOf, shadowRoot, tile } from "./board";
import { picture, step } from "./scenes";

function announcement(name: string, index = 0): string | undefined {
  const { before, move, after } = step(name, index);
  const board = boardOf(before);
  void board.show(after, move);
  return shadowRoot(board).querySelector("[aria-live] p:last-child")?.textContent ?? undefined;
}

describe("the label of a cell", () => {
  const board = boardOf(picture("board").state);
  test.each([
    ["e5", "e5, empty"],
    ["a8", "a8, red ring"],
    ["d5", "d5, blue stack of 3, cap 2"],
    ["c8", "c8, green stack of 7, cap 1"],
    ["b7", "b7, green marker"],
    ["h4", "h4, gold territory"],
  ])("says what %s holds", (name, words) => {
    expect(labelOf(board, name)).toBe(words);
  });

  test("says whether it can be selected", () => {
    board.marks = { targets: ["4,4"], captures: ["5,6"], chosen: "3,4" };
    expect(labelOf(board, "e5")).toBe("e5, empty, can be chosen");
    expect(labelOf(board, "f7")).toBe("f7, red stack of 5, cap 3, can be chosen");
    expect(labelOf(board, "d5")).toBe("d5, blue stack of 3, cap 2, chosen");
    board.marks = {};
    expect(labelOf(board, "e5")).toBe("e5, empty");
  });

  test("says what selecting it gains and costs", () => {
    board.marks = { targets: ["1,6"], notes: { "1,6": "4 cells, costs 1 ring", "4,4": "free" } };
    expect(labelOf(board, "b7")).toBe("b7, green marker: 4 cells, costs 1 ring, can be chosen");
    expect(labelOf(board, "e5")).toBe("e5, empty: free");
    board.marks = { targets: ["1,6"] };
    expect(labelOf(board, "b7")).toBe("b7, green marker, can be chosen");
    expect(labelOf(board, "e5")).toBe("e5, empty");
  });
});

describe("the announcement of a move", () => {
  test.each([
    ["placement", "Blue places 2 rings on d4."],
    ["move-after", "Blue moves b4 to f4. 1 marker turns blue. 1 cell becomes blue territory."],
    ["landing-after", "Blue moves b4 to d4. 1 ring is eliminated."],
    ["capture-after", "Blue captures b5 from b2 and lands on b7. 1 marker turns blue."],
    ["line-after", "Blue collapses the line b3 to f3. 5 cells become blue territory."],
    [
      "region-after",
      "Blue takes the region of 9 cells at a1. 15 cells become blue territory. 2 rings are eliminated.",
    ],
    [
      "recovery-line-after",
      "Blue recovers: marker e5 to e4. 4 cells become blue territory. 1 ring is eliminated.",
    ],
  ])("%s", (name, words) => {
    expect(announcement(name)).toBe(words);
  });

  test("includes a payment and who moves next", () => {
    expect(announcement("line-after", 1)).toBe("Blue pays from e5. 1 ring is eliminated.");
    expect(announcement("forced-after")).toBe(
      "Blue took no action and gives up the cap on e4. 3 rings are eliminated. Red to move.",
    );
  });

  test("includes the end of the game", () => {
    expect(announcement("victory-stalemate")).toContain("The game is over: ");
  });

  test("is missing when the board jumps to a state", () => {
    const board = boardOf(step("move-after").before);
    void board.show(step("move-after").after);
    expect(shadowRoot(board).querySelector("[aria-live]")?.textContent).toBe("");
  });

  test("is kept for a slow screen reader, up to a limit", () => {
    const { before, move, after } = step("move-after");
    const board = boardOf(before);
    for (let round = 0; round < 4; round++) {
      void board.show(structuredClone(after), move);
      void board.show(structuredClone(before));
    }
    void board.show(after, move);
    expect(shadowRoot(board).querySelectorAll("[aria-live] p")).toHaveLength(4);
  });
});

describe("the grid", () => {
  test("has a row of cells for each row of the board, and a label", () => {
    const board = boardOf(picture("hex8").state);
    const grid = shadowRoot(board).querySelector("[role=grid]");
    const rows = [...(grid?.querySelectorAll(":scope > [role=row]") ?? [])];
    const cells = rows.map((row) => row.querySelectorAll(":scope > [role=gridcell]").length);
    expect(cells).toEqual([5, 6, 7, 8, 9, 8, 7, 6, 5]);
    expect(grid?.getAttribute("aria-label")).toBe("RingRift, hexagonal board, 5 cells per side");
  });

  test("takes the label that the page sets", () => {
    const board = boardOf(picture("hex8").state, { label: "Lesson 3" });
    expect(shadowRoot(board).querySelector("[role=grid]")?.getAttribute("aria-label")).toBe(
      "Lesson 3",
    );
  });

  test("is one Tab stop", () => {
    const board = boardOf(picture("hexagonal for 2").state);
    expect(shadowRoot(board).querySelectorAll('[role=gridcell][tabindex="0"]')).toHaveLength(1);
    expect(tile(board, "m13").getAttribute("tabindex")).toBe("0");
  });
});
