import { act, StrictMode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { RingriftBoard } from "../../src/board/element";
import { Board, type BoardProps } from "../../src/board/react";
import { trailOf } from "../../src/board/trail";
import { labelOf, pressKeys, tile } from "./board";
import { step } from "./scenes";

const { before, move, after } = step("move-after");

let root: Root;

beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  document.body.innerHTML = "<main></main>";
  root = createRoot(document.querySelector("main") as HTMLElement);
});
afterEach(() => act(async () => root.unmount()));

async function rendered(props: BoardProps): Promise<RingriftBoard> {
  await act(async () =>
    root.render(
      <StrictMode>
        <Board motion="off" {...props} />
      </StrictMode>,
    ),
  );
  return document.querySelector("ringrift-board") as RingriftBoard;
}

describe("the board as a component", () => {
  test("shows its state, then the move to the next", async () => {
    const board = await rendered({ state: before });
    expect(board.state).toBe(before);
    await rendered({ state: after, move });
    expect(board.state).toBe(after);
    expect(board.trail?.path).toHaveLength(2);
  });

  test("reports the end of the animation", async () => {
    const finished: string[] = [];
    await rendered({ state: before, onAnimationEnd: () => finished.push("before") });
    await rendered({ state: after, move, onAnimationEnd: () => finished.push("after") });
    expect(finished).toEqual(["before", "after"]);
  });

  test("sets and removes marks", async () => {
    const board = await rendered({ state: before, marks: { targets: ["0,0"] } });
    expect(labelOf(board, "a1")).toBe("a1, empty, can be chosen");
    await rendered({ state: before });
    expect(labelOf(board, "a1")).toBe("a1, empty");
  });

  test("calls the handlers of the last render", async () => {
    const chosen: string[] = [];
    const cancelled: string[] = [];
    await rendered({ state: before, onCell: () => chosen.push("old") });
    const board = await rendered({
      state: before,
      onCell: ({ name, via }) => chosen.push(`${name} by ${via}`),
      onCancel: () => cancelled.push("cancelled"),
    });
    tile(board, "c3").dispatchEvent(new MouseEvent("click", { bubbles: true, composed: true }));
    pressKeys(board, "ArrowUp", "Enter", "Escape");
    expect(chosen).toEqual(["c3 by pointer", "c4 by keyboard"]);
    expect(cancelled).toHaveLength(1);
  });

  test("draws the given trail", async () => {
    const trail = trailOf([{ move }]);
    const board = await rendered({ state: after, trail });
    expect(board.trail).toBe(trail);
    await rendered({ state: after, trail: null });
    expect(board.trail).toBeNull();
  });

  test("sets the attributes of the element", async () => {
    const board = await rendered({
      state: before,
      theme: "slate",
      coordinates: false,
      colours: "clear",
      label: "Game",
    });
    const set = ["theme", "motion", "coordinates", "colours", "label"].map((name) =>
      board.getAttribute(name),
    );
    expect(set).toEqual(["slate", "off", "off", "clear", "Game"]);
  });
});
