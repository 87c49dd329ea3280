import { describe, expect, test } from "vitest";
import type { RingriftBoard } from "../../src/board/element";
import { boardOf, inside, tile } from "./board";
import { allSteps, picture, step } from "./scenes";
import { drawingOn } from "./shapes";

function pieces(board: RingriftBoard): Element[] {
  return [...inside(board).querySelectorAll(".pieces .piece, .territories .piece")];
}

describe("a board that goes from one state to the next", () => {
  test("leaves the elements of unchanged cells alone", () => {
    const { before, move, after } = step("move-after");
    const board = boardOf(before);
    const stayed = pieces(board);
    void board.show(after, move);
    // b4, d4 and e4 change and f4 is new: the stack on h7 and the marker on g4 stay.
    expect(pieces(board).filter((piece) => stayed.includes(piece))).toHaveLength(2);
  });

  test("touches nothing when the state is the same", () => {
    const { state } = picture("hexagonal for 4");
    const board = boardOf(state);
    const stayed = pieces(board);
    void board.show(structuredClone(state));
    expect(pieces(board)).toEqual(stayed);
  });

  test.each(allSteps)("draws as if it were new: %s", (_, { before, move, after }) => {
    const board = boardOf(before);
    void board.show(after, move);
    board.lastMove = null;
    const gone = drawingOn(inside(board));
    const fresh = drawingOn(inside(boardOf(after)));
    expect(gone.shapes.toSorted()).toEqual(fresh.shapes.toSorted());
    expect(gone.outlines).toEqual(fresh.outlines);
  });

  test("becomes another board when the state is of another", () => {
    const board = boardOf(picture("square8 for 2").state);
    void board.show(picture("hexagonal for 2").state);
    expect(inside(board).querySelectorAll("[role=gridcell]")).toHaveLength(469);
  });
});

describe("the last move", () => {
  test("is the one that was shown, and leaves a track", () => {
    const { before, move, after } = step("move-after");
    const board = boardOf(before);
    void board.show(after, move);
    expect(board.lastMove).toBe(move);
    expect(inside(board).querySelectorAll(".trail .route")).toHaveLength(1);
  });

  test("stays when a move touches no cell", () => {
    const { before, move, after } = step("move-after");
    const board = boardOf(before);
    void board.show(after, move);
    void board.show(structuredClone(after), { type: "no_line_action", player: 1 });
    expect(board.lastMove).toBe(move);
  });

  test("is none after a jump to another state", () => {
    const { before, move, after } = step("move-after");
    const board = boardOf(before);
    void board.show(after, move);
    void board.show(before);
    expect(board.lastMove).toBeNull();
    expect(inside(board).querySelector(".trail")?.children).toHaveLength(0);
  });

  test("keeps the markers that it turned when the page names it again", () => {
    const { before, move, after } = step("move-after");
    const board = boardOf(before);
    void board.show(after, move);
    board.lastMove = structuredClone(move);
    expect(inside(board).querySelectorAll(".trail [stroke-dasharray]")).toHaveLength(1);
  });

  test("that the page names is drawn by what it tells itself", () => {
    const { move, after } = step("line-after");
    const board = boardOf(after);
    board.lastMove = move;
    expect(inside(board).querySelectorAll(".trail path")).toHaveLength(5);
  });
});

describe("marks", () => {
  const { state, marks } = picture("capture-before");

  test("change only the cells that differ", () => {
    const board = boardOf(state);
    board.marks = { targets: ["1,5", "1,6"] };
    const dots = [...inside(board).querySelectorAll(".dot")];
    board.marks = { targets: ["1,6", "1,7"] };
    const now = [...inside(board).querySelectorAll(".dot")];
    expect(now).toHaveLength(2);
    expect(now.filter((dot) => dots.includes(dot))).toHaveLength(1);
  });

  test("are gone when the page has none", () => {
    const board = boardOf(state);
    const bare = drawingOn(inside(board));
    board.marks = {
      ...marks,
      glows: [{ cells: ["0,0"], text: "free" }],
      arrows: [{ from: "0,0", to: "3,3", weight: 1 }],
    };
    expect(drawingOn(inside(board))).not.toEqual(bare);
    board.marks = {};
    expect(drawingOn(inside(board))).toEqual(bare);
  });

  test("stay on their cells when the state changes below them", () => {
    const { before, move, after } = step("capture-after");
    const board = boardOf(before);
    board.marks = { stacks: ["1,4"], targets: ["1,6"] };
    void board.show(after, move);
    expect(inside(board).querySelectorAll(".pieces .edge")).toHaveLength(1);
    expect(tile(board, "b7").classList.contains("selectable")).toBe(true);
  });

  test("of a seat's glow are tinted in its colour, and arrows carry their label", () => {
    const board = boardOf(state);
    board.marks = {
      glows: [{ cells: ["0,0", "0,1"], seat: 2, text: "one cap" }],
      arrows: [{ from: "1,1", to: "1,3", weight: 0.5, label: "+2" }],
    };
    expect(inside(board).querySelectorAll('.glows path[fill="#E4572E"]')).toHaveLength(2);
    expect(inside(board).querySelector(".notes text")?.textContent).toBe("one cap");
    expect(inside(board).querySelector(".arrows text")?.textContent).toBe("+2");
  });
});

test("strong patterns lie on every ring and marker", () => {
  const { state } = picture("board");
  const board = boardOf(state);
  const patterned = (): number =>
    inside(board).querySelectorAll('.pieces [fill^="url(#mark"]').length;
  expect(patterned()).toBe(0);
  board.setAttribute("patterns", "strong");
  const rings = Object.values(state.board.stacks).flatMap((stack) => stack.rings).length;
  const faces = Object.keys(state.board.stacks).length;
  expect(patterned()).toBe(rings + faces + Object.keys(state.board.markers).length);
});
