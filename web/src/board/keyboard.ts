// Keyboard input: arrow keys move the focus, Enter selects, a letter opens the notation input.

import type { InputTarget } from "./gestures";
import { type FocusPosition, focusAt, navigate } from "./keyboardNavigation";
import type { Layout, LayoutCell } from "./layout";
import { NotationInput } from "./notationInput";
import { type Viewport, ZOOM_STEP } from "./viewport";

const ZOOM_KEYS: Record<string, (viewport: Viewport) => void> = {
  "+": (viewport) => viewport.zoom(ZOOM_STEP),
  "-": (viewport) => viewport.zoom(1 / ZOOM_STEP),
  "0": (viewport) => viewport.fit(),
};

export class KeyboardInput {
  readonly #notationInput: NotationInput;
  readonly #board: () => InputTarget | null;
  readonly #cancel: () => void;
  #focusPosition: FocusPosition | null = null;

  constructor(
    svg: SVGSVGElement,
    board: () => InputTarget | null,
    callbacks: { notation(text: string): void; cancel(): void },
  ) {
    this.#board = board;
    this.#cancel = callbacks.cancel;
    this.#notationInput = new NotationInput(
      callbacks.notation,
      () => this.#focusPosition && this.#focusTile(this.#focusPosition),
    );
    svg.addEventListener("keydown", (event) => this.#onKeyDown(event));
    svg.addEventListener("focusin", (event) => this.#onFocusIn(event.target as Element));
    svg.addEventListener("focusout", (event) =>
      this.#onFocusOut(event.relatedTarget as Element | null),
    );
  }

  get form(): HTMLFormElement {
    return this.#notationInput.form;
  }

  /** On a new board the focus starts in the middle. */
  reset({ rows }: Layout): void {
    const row = rows[Math.floor(rows.length / 2)] as LayoutCell[];
    this.#focusPosition = null;
    this.#setTabStop(focusAt(row[Math.floor(row.length / 2)] as LayoutCell));
  }

  /** After a click the keys continue from the clicked cell. */
  focusCell(cell: LayoutCell): void {
    this.#focusTile(focusAt(cell));
  }

  focus(): void {
    if (this.#focusPosition) this.#focusTile(this.#focusPosition);
  }

  #onKeyDown(event: KeyboardEvent): void {
    const board = this.#board();
    if (!board || !this.#focusPosition || event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    const next = navigate(board.renderer.layout, this.#focusPosition, key);
    if (next) {
      this.#focusTile(next);
      board.viewport.reveal(next.cell.centre);
    } else if (key === "Enter" || key === " ") board.selectCell(this.#focusPosition.cell);
    else if (key === "Escape") this.#cancel();
    else if (ZOOM_KEYS[key]) ZOOM_KEYS[key](board.viewport);
    else if (!this.#notationInput.open(key)) return;
    event.preventDefault();
  }

  #focusTile(position: FocusPosition): void {
    this.#setTabStop(position);
    this.#tileAt(position)?.focus({ preventScroll: true });
  }

  /** Only the focused cell is a Tab stop (roving tabindex). */
  #setTabStop(position: FocusPosition): void {
    if (this.#focusPosition) this.#tileAt(this.#focusPosition)?.setAttribute("tabindex", "-1");
    this.#focusPosition = position;
    this.#tileAt(position)?.setAttribute("tabindex", "0");
  }

  #tileAt({ cell }: FocusPosition): SVGElement | undefined {
    return this.#board()?.renderer.renderedCells.get(cell.key)?.tile;
  }

  #onFocusIn(tile: Element): void {
    const board = this.#board();
    const rendered = board?.renderer.renderedCells.get(tile.getAttribute("data-cell") ?? "");
    if (!board || !rendered) return;
    if (rendered.cell !== this.#focusPosition?.cell) this.#setTabStop(focusAt(rendered.cell));
    if (!tile.matches(":focus-visible")) return;
    board.renderer.showFocus(rendered.cell);
    board.hoverCell(rendered.cell);
  }

  #onFocusOut(to: Element | null): void {
    const board = this.#board();
    board?.renderer.showFocus(null);
    if (!to?.hasAttribute("data-cell")) board?.hoverCell(null);
  }
}
