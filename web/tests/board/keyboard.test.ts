import { describe, expect, test } from "vitest";
import type { RingriftBoard } from "../../src/board/element";
import type { CellDetail, NotationDetail } from "../../src/board/types";
import { boardOf, focused, heard, inside, press, tile } from "./board";
import { picture } from "./scenes";

function standingOn(board: RingriftBoard, name: string): RingriftBoard {
  tile(board, name).dispatchEvent(new MouseEvent("click", { bubbles: true, composed: true }));
  return board;
}

function walked(board: RingriftBoard, ...keys: string[]): (string | null)[] {
  return keys.map((key) => {
    press(board, key);
    return focused(board);
  });
}

describe("arrow keys on a square board", () => {
  const board = boardOf(picture("board").state);

  test("walk cell by cell and stop at the edge", () => {
    standingOn(board, "b2");
    expect(walked(board, "ArrowRight", "ArrowUp", "ArrowLeft", "ArrowLeft", "ArrowLeft")).toEqual([
      "c2",
      "c3",
      "b3",
      "a3",
      "a3",
    ]);
  });

  test("Home and End lead along the row, Page Up and Page Down along the column", () => {
    standingOn(board, "d4");
    expect(walked(board, "Home", "End", "PageUp", "PageDown")).toEqual(["a4", "h4", "h8", "h1"]);
  });
});

describe("arrow keys on a hexagonal board", () => {
  const board = boardOf(picture("hex8").state);

  test("walk along the row", () => {
    standingOn(board, "e5");
    expect(walked(board, "ArrowRight", "ArrowRight", "ArrowLeft")).toEqual(["f5", "g5", "f5"]);
  });

  test("walk upright: right and left of the line in turn, and back the same way", () => {
    standingOn(board, "e5");
    expect(walked(board, "ArrowUp", "ArrowUp", "ArrowUp")).toEqual(["e6", "d7", "d8"]);
    expect(walked(board, "ArrowDown", "ArrowDown", "ArrowDown")).toEqual(["d7", "e6", "e5"]);
  });

  test("stay on the board at its slanted rim", () => {
    standingOn(board, "a5");
    expect(walked(board, "ArrowUp", "PageUp", "Home", "PageDown")).toEqual([
      "a6",
      "a9",
      "a9",
      "e1",
    ]);
  });
});

describe("keys on a cell", () => {
  const board = boardOf(picture("board").state);
  const cells = heard<CellDetail>(board, "cell");
  const typed = heard<NotationDetail>(board, "notation");
  const cancelled = heard<null>(board, "cancel");
  const field = (): HTMLInputElement => inside(board).querySelector("input") as HTMLInputElement;

  test("Enter and Space choose it", () => {
    standingOn(board, "d4");
    press(board, "Enter", " ");
    expect(cells.slice(-2)).toEqual([
      { cell: "3,3", name: "d4", via: "keyboard" },
      { cell: "3,3", name: "d4", via: "keyboard" },
    ]);
  });

  test("a click tells that it was a pointer", () => {
    standingOn(board, "h8");
    expect(cells.at(-1)).toEqual({ cell: "7,7", name: "h8", via: "pointer" });
  });

  test("the focus that a page or a reader sets is where the keys go on", () => {
    tile(board, "g2").focus();
    press(board, "ArrowUp");
    expect(focused(board)).toBe("g3");
    tile(board, "g3").blur();
    board.focus();
    expect(focused(board)).toBe("g3");
  });

  test("Escape cancels", () => {
    press(board, "Escape");
    expect(cancelled).toHaveLength(1);
  });

  test("a letter begins a notation, Enter sends it and leads back to the cell", () => {
    standingOn(board, "d4");
    press(board, "d");
    expect(field().form?.hidden).toBe(false);
    expect(field().getAttribute("aria-label")).toBe("Move in notation");
    field().value = "d4-d7 ";
    field().form?.requestSubmit();
    expect(typed).toEqual([{ text: "d4-d7" }]);
    expect(field().form?.hidden).toBe(true);
    expect(focused(board)).toBe("d4");
  });

  test("Escape in the field gives the notation up and cancels nothing else", () => {
    const before = cancelled.length;
    standingOn(board, "d4");
    press(board, "=");
    expect(field().value).toBe("=");
    press(board, "Escape");
    expect(field().form?.hidden).toBe(true);
    expect(cancelled).toHaveLength(before);
    expect(typed).toHaveLength(1);
  });

  test("plus, minus and zero zoom", () => {
    const seen = (): string | null | undefined =>
      inside(board).querySelector("svg")?.getAttribute("viewBox");
    const whole = seen();
    standingOn(board, "d4");
    press(board, "+");
    expect(seen()).not.toBe(whole);
    press(board, "-");
    expect(seen()).toBe(whole);
    press(board, "+", "+", "0");
    expect(seen()).toBe(whole);
  });

  test("shortcuts of the browser are left alone", () => {
    const before = cells.length;
    const key = new KeyboardEvent("keydown", {
      key: "d",
      ctrlKey: true,
      bubbles: true,
      cancelable: true,
    });
    tile(board, "d4").dispatchEvent(key);
    expect(key.defaultPrevented).toBe(false);
    expect(field().form?.hidden).toBe(true);
    expect(cells).toHaveLength(before);
  });
});
