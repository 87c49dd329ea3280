import { describe, expect, test } from "vitest";
import type { RingriftBoard } from "../../src/board/element";
import { trailOf } from "../../src/board/trail";
import { boardOf, shadowRoot, tile } from "./board";
import { allSteps, picture, step } from "./scenes";
import { drawingOn } from "./shapes";

function pieces(board: RingriftBoard): Element[] {
  return [...shadowRoot(board).querySelectorAll(".pieces .piece")];
}

describe("a board that shows the next state", () => {
  test("keeps the elements of unchanged cells", () => {
    const { before, move, after } = step("move-after");
    const board = boardOf(before);
    const stayed = pieces(board);
    void board.show(after, move);
    // b4, d4 and e4 change and f4 is new: the stack on h7 and the marker on g4 stay.
    expect(pieces(board).filter((piece) => stayed.includes(piece))).toHaveLength(2);
  });

  test("changes nothing for an equal state", () => {
    const { state } = picture("hexagonal for 4");
    const board = boardOf(state);
    const stayed = pieces(board);
    void board.show(structuredClone(state));
    expect(pieces(board)).toEqual(stayed);
  });

  test.each(allSteps)("draws the same as a new board: %s", (_, { before, move, after }) => {
    const board = boardOf(before);
    void board.show(after, move);
    board.trail = null;
    const gone = drawingOn(shadowRoot(board));
    const fresh = drawingOn(shadowRoot(boardOf(after)));
    expect(gone.pieces.toSorted()).toEqual(fresh.pieces.toSorted());
    expect(gone.land).toEqual(fresh.land);
    expect(gone.texts.toSorted()).toEqual(fresh.texts.toSorted());
  });

  test("changes its type with the state", () => {
    const board = boardOf(picture("square8 for 2").state);
    void board.show(picture("hexagonal for 2").state);
    expect(shadowRoot(board).querySelectorAll("[role=gridcell]")).toHaveLength(469);
  });
});

describe("the last move", () => {
  test("is the move that was shown, and leaves a trail", () => {
    const { before, move, after } = step("move-after");
    const board = boardOf(before);
    void board.show(after, move);
    expect(board.trail?.path).toHaveLength(2);
    expect(shadowRoot(board).querySelectorAll(".trail path.trail-line").length).toBeGreaterThan(1);
  });

  test("stays when a move touches no cell", () => {
    const { before, move, after } = step("move-after");
    const board = boardOf(before);
    void board.show(after, move);
    void board.show(structuredClone(after), { type: "no_line_action", player: 1 });
    expect(board.trail?.path).toHaveLength(2);
  });

  test("is null after a jump to another state", () => {
    const { before, move, after } = step("move-after");
    const board = boardOf(before);
    void board.show(after, move);
    void board.show(before);
    expect(board.trail).toBeNull();
    expect(shadowRoot(board).querySelector(".trail")?.children).toHaveLength(0);
  });

  test("set by the page is drawn from the move alone", () => {
    const { move, after } = step("line-after");
    const board = boardOf(after);
    board.trail = trailOf([{ move }]);
    expect(shadowRoot(board).querySelectorAll(".trail path.trail-line")).toHaveLength(1);
  });
});

describe("marks", () => {
  const { state, marks } = picture("capture-before");

  test("change only the cells that differ", () => {
    const board = boardOf(state);
    board.marks = { targets: ["1,5", "1,6"] };
    const dots = [...shadowRoot(board).querySelectorAll(".dot")];
    board.marks = { targets: ["1,6", "1,7"] };
    const now = [...shadowRoot(board).querySelectorAll(".dot")];
    expect(now).toHaveLength(2);
    expect(now.filter((dot) => dots.includes(dot))).toHaveLength(1);
  });

  test("disappear when the page has none", () => {
    const board = boardOf(state);
    const bare = drawingOn(shadowRoot(board));
    board.marks = {
      ...marks,
      lines: [{ cells: ["0,0"], label: "free", selected: false }],
      arrows: [{ from: "0,0", to: "3,3", weight: 1 }],
    };
    expect(drawingOn(shadowRoot(board))).not.toEqual(bare);
    board.marks = {};
    expect(drawingOn(shadowRoot(board))).toEqual(bare);
  });

  test("stay on their cells when the state changes", () => {
    const { before, move, after } = step("capture-after");
    const board = boardOf(before);
    board.marks = { captures: ["1,4"], targets: ["1,6"] };
    void board.show(after, move);
    expect(shadowRoot(board).querySelectorAll(".over .capture-line")).toHaveLength(1);
    expect(tile(board, "b7").classList.contains("selectable")).toBe(true);
  });

  test("of a seat are tinted in its colour, and arrows have labels", () => {
    const board = boardOf(state);
    board.marks = {
      regions: [{ cells: ["0,0", "0,1"], seat: 2, label: "one cap", selected: true }],
      arrows: [{ from: "1,1", to: "1,3", weight: 0.5, label: "+2" }],
    };
    expect(shadowRoot(board).querySelectorAll('.areas path[fill="url(#land2)"]')).toHaveLength(1);
    expect(shadowRoot(board).querySelector(".notes text")?.textContent).toBe("one cap");
    expect(shadowRoot(board).querySelector(".arrows text")?.textContent).toBe("+2");
  });
});
