// A board in the test page, and queries about it.

import "../../src/board/index";
import type { RingriftBoard } from "../../src/board/element";
import type { State } from "../../src/rules/wire";

/** A board that shows a state, without animations by default. */
export function boardOf(state: State, attributes: Record<string, string> = {}): RingriftBoard {
  const board = document.createElement("ringrift-board") as RingriftBoard;
  for (const [name, value] of Object.entries({ motion: "off", ...attributes }))
    board.setAttribute(name, value);
  document.body.append(board);
  void board.show(state);
  return board;
}

export function shadowRoot(board: RingriftBoard): ShadowRoot {
  return board.shadowRoot as ShadowRoot;
}

export function tile(board: RingriftBoard, name: string): SVGElement {
  const found = shadowRoot(board).querySelector<SVGElement>(`[data-name="${name}"]`);
  if (!found) throw new Error(`the board has no cell ${name}`);
  return found;
}

export function labelOf(board: RingriftBoard, name: string): string | null {
  return tile(board, name).getAttribute("aria-label");
}

/** The focused cell. */
export function focusedCell(board: RingriftBoard): string | null {
  return shadowRoot(board).activeElement?.getAttribute("data-name") ?? null;
}

export function pressKeys(board: RingriftBoard, ...keys: string[]): void {
  for (const key of keys) {
    const target = shadowRoot(board).activeElement ?? tile(board, "a1");
    target.dispatchEvent(
      new KeyboardEvent("keydown", { key, bubbles: true, composed: true, cancelable: true }),
    );
  }
}

/** Collects the details of the events of one name. */
export function collectEvents<Detail>(board: RingriftBoard, name: string): Detail[] {
  const details: Detail[] = [];
  board.addEventListener(`ringrift-${name}`, (event) =>
    details.push((event as CustomEvent<Detail>).detail),
  );
  return details;
}
