import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { MiniBoard, type MiniBoardProps } from "../../src/board/MiniBoard";
import { picture } from "./scenes";

let root: Root;

beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  document.body.innerHTML = "<main></main>";
  root = createRoot(document.querySelector("main") as HTMLElement);
});
afterEach(() => act(async () => root.unmount()));

async function drawn(props: MiniBoardProps): Promise<SVGElement> {
  await act(async () => root.render(<MiniBoard {...props} />));
  return document.querySelector("svg") as SVGElement;
}

describe("a mini-board", () => {
  const { state } = picture("board");

  test("says what it shows", async () => {
    const board = await drawn({ state, label: "Square, turn 15, green to move" });
    expect(board.getAttribute("role")).toBe("img");
    expect(board.getAttribute("aria-label")).toBe("Square, turn 15, green to move");
  });

  test("draws every ring and marker with few elements", async () => {
    const board = await drawn({ state });
    const rings = Object.values(state.board.stacks).flatMap((stack) => stack.rings).length;
    const stacks = Object.keys(state.board.stacks).length;
    const markers = Object.keys(state.board.markers).length;
    const shapes = board.querySelectorAll("path[fill^='var(--seat']");
    const lands = new Set(Object.values(state.board.collapsedSpaces)).size;
    expect(shapes).toHaveLength(2 * rings + 2 * stacks + 2 * markers + lands);
  });

  test("has patterns on land only where they can be seen", async () => {
    expect((await drawn({ state, size: 160 })).querySelectorAll("pattern")).not.toHaveLength(0);
    expect((await drawn({ state, size: 90 })).querySelectorAll("pattern")).toHaveLength(0);
  });

  test("outlines cells and draws arrows", async () => {
    const board = await drawn({
      state,
      highlight: ["0,0", "1,1"],
      arrows: [{ from: "0,0", to: "0,3", weight: 1 }],
    });
    expect(board.querySelectorAll(".mini-highlight")).toHaveLength(2);
    expect(board.querySelectorAll(".mini-arrow")).toHaveLength(1);
  });

  test("of a game that has not begun shows its seats", async () => {
    const board = await drawn({
      board: "hex8",
      seats: [
        { seat: 1, free: false },
        { seat: 2, free: true },
        { seat: 3, free: true },
      ],
    });
    expect(board.querySelectorAll(".mini-free")).toHaveLength(2);
  });
});
