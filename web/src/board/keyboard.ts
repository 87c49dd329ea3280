// The board by keys: one cell has the focus and the arrows walk; Enter chooses, letters begin a notation.

import type { Touched } from "./gestures";
import { type Stand, standOn, walk } from "./keyboardNavigation";
import type { Cell, Layout } from "./layout";
import { NotationField } from "./notationInput";
import { STEP, type View } from "./viewport";

const ZOOMS: Record<string, (view: View) => void> = {
  "+": (view) => view.zoom(STEP),
  "-": (view) => view.zoom(1 / STEP),
  "0": (view) => view.fit(),
};

export class Keyboard {
  readonly #field: NotationField;
  readonly #board: () => Touched | null;
  readonly #cancel: () => void;
  #stand: Stand | null = null;

  constructor(
    svg: SVGSVGElement,
    board: () => Touched | null,
    told: { notation(text: string): void; cancel(): void },
  ) {
    this.#board = board;
    this.#cancel = told.cancel;
    this.#field = new NotationField(told.notation, () => this.#stand && this.#focus(this.#stand));
    svg.addEventListener("keydown", (event) => this.#key(event));
    svg.addEventListener("focusin", (event) => this.#focused(event.target as Element));
    svg.addEventListener("focusout", (event) => this.#left(event.relatedTarget as Element | null));
  }

  get form(): HTMLFormElement {
    return this.#field.form;
  }

  /** A new board: the focus will enter it in the middle. */
  enter({ rows }: Layout): void {
    const row = rows[Math.floor(rows.length / 2)] as Cell[];
    this.#stand = null;
    this.#rove(standOn(row[Math.floor(row.length / 2)] as Cell));
  }

  /** A pointer has chosen a cell: the keys go on from there. */
  standOn(cell: Cell): void {
    this.#focus(standOn(cell));
  }

  focus(): void {
    if (this.#stand) this.#focus(this.#stand);
  }

  #key(event: KeyboardEvent): void {
    const board = this.#board();
    if (!board || !this.#stand || event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    const next = walk(board.scene.layout, this.#stand, key);
    if (next) {
      this.#focus(next);
      board.view.reveal(next.cell.at);
    } else if (key === "Enter" || key === " ") board.choose(this.#stand.cell);
    else if (key === "Escape") this.#cancel();
    else if (ZOOMS[key]) ZOOMS[key](board.view);
    else if (!this.#field.begin(key)) return;
    event.preventDefault();
  }

  #focus(stand: Stand): void {
    this.#rove(stand);
    this.#tile(stand)?.focus({ preventScroll: true });
  }

  /** Of all cells only the one where the walker stands is a stop of the Tab key. */
  #rove(stand: Stand): void {
    if (this.#stand) this.#tile(this.#stand)?.setAttribute("tabindex", "-1");
    this.#stand = stand;
    this.#tile(stand)?.setAttribute("tabindex", "0");
  }

  #tile({ cell }: Stand): SVGElement | undefined {
    return this.#board()?.scene.spots.get(cell.key)?.tile;
  }

  #focused(tile: Element): void {
    const board = this.#board();
    const spot = board?.scene.spots.get(tile.getAttribute("data-cell") ?? "");
    if (!board || !spot) return;
    if (spot.cell !== this.#stand?.cell) this.#rove(standOn(spot.cell));
    if (!tile.matches(":focus-visible")) return;
    board.scene.focusOn(spot.cell);
    board.point(spot.cell);
  }

  #left(to: Element | null): void {
    const board = this.#board();
    board?.scene.focusOn(null);
    if (!to?.hasAttribute("data-cell")) board?.point(null);
  }
}
