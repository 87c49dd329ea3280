import { describe, expect, test } from "vitest";
import type { RingriftBoard } from "../../src/board/element";
import type { CellDetail, NotationDetail } from "../../src/board/types";
import { boardOf, collectEvents, focusedCell, pressKeys, shadowRoot, tile } from "./board";
import { picture } from "./scenes";

function clickCell(board: RingriftBoard, name: string): RingriftBoard {
  tile(board, name).dispatchEvent(new MouseEvent("click", { bubbles: true, composed: true }));
  return board;
}

function focusAfter(board: RingriftBoard, ...keys: string[]): (string | null)[] {
  return keys.map((key) => {
    pressKeys(board, key);
    return focusedCell(board);
  });
}

describe("arrow keys on a square board", () => {
  const board = boardOf(picture("board").state);

  test("move cell by cell and stop at the edge", () => {
    clickCell(board, "b2");
    expect(
      focusAfter(board, "ArrowRight", "ArrowUp", "ArrowLeft", "ArrowLeft", "ArrowLeft"),
    ).toEqual(["c2", "c3", "b3", "a3", "a3"]);
  });

  test("Home and End move along the row, Page Up and Page Down along the column", () => {
    clickCell(board, "d4");
    expect(focusAfter(board, "Home", "End", "PageUp", "PageDown")).toEqual([
      "a4",
      "h4",
      "h8",
      "h1",
    ]);
  });
});

describe("arrow keys on a hexagonal board", () => {
  const board = boardOf(picture("hex8").state);

  test("move along the row", () => {
    clickCell(board, "e5");
    expect(focusAfter(board, "ArrowRight", "ArrowRight", "ArrowLeft")).toEqual(["f5", "g5", "f5"]);
  });

  test("move vertically, alternating right and left, and back on the same cells", () => {
    clickCell(board, "e5");
    expect(focusAfter(board, "ArrowUp", "ArrowUp", "ArrowUp")).toEqual(["e6", "d7", "d8"]);
    expect(focusAfter(board, "ArrowDown", "ArrowDown", "ArrowDown")).toEqual(["d7", "e6", "e5"]);
  });

  test("stay on the board at its slanted edge", () => {
    clickCell(board, "a5");
    expect(focusAfter(board, "ArrowUp", "PageUp", "Home", "PageDown")).toEqual([
      "a6",
      "a9",
      "a9",
      "e1",
    ]);
  });
});

describe("keys on a cell", () => {
  const board = boardOf(picture("board").state);
  const cells = collectEvents<CellDetail>(board, "cell");
  const typed = collectEvents<NotationDetail>(board, "notation");
  const cancelled = collectEvents<null>(board, "cancel");
  const field = (): HTMLInputElement =>
    shadowRoot(board).querySelector("input") as HTMLInputElement;

  test("Enter and Space select it", () => {
    clickCell(board, "d4");
    pressKeys(board, "Enter", " ");
    expect(cells.slice(-2)).toEqual([
      { cell: "3,3", name: "d4", via: "keyboard" },
      { cell: "3,3", name: "d4", via: "keyboard" },
    ]);
  });

  test("a click reports the pointer", () => {
    clickCell(board, "h8");
    expect(cells.at(-1)).toEqual({ cell: "7,7", name: "h8", via: "pointer" });
  });

  test("keys continue from a focus set by the page or a screen reader", () => {
    tile(board, "g2").focus();
    pressKeys(board, "ArrowUp");
    expect(focusedCell(board)).toBe("g3");
    tile(board, "g3").blur();
    board.focus();
    expect(focusedCell(board)).toBe("g3");
  });

  test("Escape cancels", () => {
    pressKeys(board, "Escape");
    expect(cancelled).toHaveLength(1);
  });

  test("a letter opens the notation input, Enter submits it and returns to the cell", () => {
    clickCell(board, "d4");
    pressKeys(board, "d");
    expect(field().form?.hidden).toBe(false);
    expect(field().getAttribute("aria-label")).toBe("Move in notation");
    field().value = "d4-d7 ";
    field().form?.requestSubmit();
    expect(typed).toEqual([{ text: "d4-d7" }]);
    expect(field().form?.hidden).toBe(true);
    expect(focusedCell(board)).toBe("d4");
  });

  test("Escape in the input discards the notation and cancels nothing else", () => {
    const before = cancelled.length;
    clickCell(board, "d4");
    pressKeys(board, "=");
    expect(field().value).toBe("=");
    pressKeys(board, "Escape");
    expect(field().form?.hidden).toBe(true);
    expect(cancelled).toHaveLength(before);
    expect(typed).toHaveLength(1);
  });

  test("plus, minus and zero zoom", () => {
    const seen = (): string | null | undefined =>
      shadowRoot(board).querySelector("svg")?.getAttribute("viewBox");
    const whole = seen();
    clickCell(board, "d4");
    pressKeys(board, "+");
    expect(seen()).not.toBe(whole);
    pressKeys(board, "-");
    expect(seen()).toBe(whole);
    pressKeys(board, "+", "+", "0");
    expect(seen()).toBe(whole);
  });

  test("browser shortcuts keep working", () => {
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
