// Mouse, finger and pen on the board: clicks choose, hovering and a long press point, dragging pans, wheel and pinch zoom.

import type { Key } from "../rules/wire";
import { apart, type Cell, cellAt, cellNear, type Point } from "./layout";
import type { Scene, Spot } from "./render";
import type { View } from "./viewport";

const DRAG = 8; // pixels: less is a click
const LONG_PRESS = 450; // milliseconds
const DOUBLE_TAP = 320;
const FINGER = 22; // pixels: how far a finger may miss what can be chosen
const NOTCH = 1.2; // zoom of one notch of the wheel
const DOUBLE_TAP_ZOOM = 2.5;

export interface Touched {
  scene: Scene;
  view: View;
  choose(cell: Cell): void;
  point(cell: Cell | null): void;
}

export class Gestures {
  readonly #down = new Map<number, Point>();
  #start: Point = { x: 0, y: 0 };
  /** The press has become a drag, a pinch or a long press: its click chooses nothing. */
  #spent = false;
  #press: ReturnType<typeof setTimeout> | undefined;
  #tap: { key: Key; at: number } | null = null;

  constructor(
    readonly svg: SVGSVGElement,
    readonly board: () => Touched | null,
  ) {
    const on = (
      name: string,
      listen: (event: never, board: Touched) => void,
      passive = true,
    ): void =>
      svg.addEventListener(
        name,
        (event) => {
          const board = this.board();
          if (board) listen(event as never, board);
        },
        { passive },
      );
    on("pointerdown", (event: PointerEvent, board) => this.#pressed(event, board));
    on("pointermove", (event: PointerEvent, board) => this.#moved(event, board));
    on("pointerup", (event: PointerEvent, board) => this.#released(event, board));
    on("pointercancel", (event: PointerEvent, board) => this.#released(event, board));
    on(
      "pointerleave",
      (event: PointerEvent, { point }) => event.pointerType === "mouse" && point(null),
    );
    on("click", (event: MouseEvent, board) => this.#clicked(event, board));
    on("wheel", (event: WheelEvent, board) => this.#wheeled(event, board), false);
    on("touchmove", (event: TouchEvent, board) => this.#touched(event, board), false);
    on("contextmenu", (event: Event) => this.#press !== undefined && event.preventDefault(), false);
  }

  #pressed(event: PointerEvent, board: Touched): void {
    this.#down.set(event.pointerId, clientOf(event));
    this.#start = clientOf(event);
    this.#spent = this.#down.size > 1;
    clearTimeout(this.#press);
    if (event.pointerType === "mouse" || this.#spent) return;
    const cell = cellUnder(event, board);
    this.#press = setTimeout(() => {
      this.#spent = true;
      board.point(cell);
    }, LONG_PRESS);
  }

  #moved(event: PointerEvent, board: Touched): void {
    const last = this.#down.get(event.pointerId);
    const now = clientOf(event);
    if (!last) {
      if (event.pointerType === "mouse") board.point(cellUnder(event, board));
      return;
    }
    if (this.#down.size === 2) {
      this.#pinched(event.pointerId, now, board.view);
      return;
    }
    if (apart(this.#start, now) > DRAG) clearTimeout(this.#press);
    if (!board.view.zoomed || (!this.#spent && apart(this.#start, now) < DRAG)) return;
    this.#spent = true;
    this.svg.classList.add("dragged");
    this.svg.setPointerCapture(event.pointerId);
    this.#down.set(event.pointerId, now);
    const unit = board.view.unit();
    board.view.pan((now.x - last.x) * unit, (now.y - last.y) * unit);
  }

  #pinched(moved: number, now: Point, view: View): void {
    const was = [...this.#down.values()] as [Point, Point];
    this.#down.set(moved, now);
    const is = [...this.#down.values()] as [Point, Point];
    const [from, to] = [middle(...was), middle(...is)];
    const unit = view.unit();
    view.zoom(apart(...is) / Math.max(1, apart(...was)), view.point(to));
    view.pan((to.x - from.x) * unit, (to.y - from.y) * unit);
  }

  #released(event: PointerEvent, { point }: Touched): void {
    clearTimeout(this.#press);
    this.#press = undefined;
    this.#down.delete(event.pointerId);
    this.svg.classList.remove("dragged");
    if (event.pointerType !== "mouse") point(null);
  }

  #clicked(event: MouseEvent, board: Touched): void {
    const spent = this.#spent;
    this.#spent = false;
    if (spent) return;
    const finger = (event as PointerEvent).pointerType === "touch";
    const cell = (finger && nearMark(event, board)) || cellUnder(event, board);
    if (!cell) return;
    if (finger && this.#tappedTwice(cell, event, board)) return;
    board.choose(cell);
  }

  /** A double tap zooms, but only where a tap means nothing. */
  #tappedTwice(cell: Cell, event: MouseEvent, { scene, view }: Touched): boolean {
    const last = this.#tap;
    this.#tap = { key: cell.key, at: event.timeStamp };
    const twice = last?.key === cell.key && event.timeStamp - last.at < DOUBLE_TAP;
    const spot = scene.spots.get(cell.key);
    if (!twice || !spot || !view.big || !idle(spot)) return false;
    if (view.zoomed) view.fit();
    else view.zoom(DOUBLE_TAP_ZOOM, view.point(clientOf(event)));
    this.#tap = null;
    return true;
  }

  /** The page scrolls as long as the board is seen whole; with Ctrl, as a pinch on a touch pad sends it, it always zooms. */
  #wheeled(event: WheelEvent, { view }: Touched): void {
    const closer = event.deltaY < 0;
    if (!event.ctrlKey && !event.metaKey && !view.zoomed) return;
    event.preventDefault();
    view.zoom(closer ? NOTCH : 1 / NOTCH, view.point(clientOf(event)));
  }

  #touched(event: TouchEvent, { view }: Touched): void {
    if (event.cancelable && (event.touches.length > 1 || view.zoomed)) event.preventDefault();
  }
}

function clientOf({ clientX, clientY }: MouseEvent): Point {
  return { x: clientX, y: clientY };
}

function middle(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

function idle({ mark, holding }: Spot): boolean {
  return !mark.target && !mark.stack && !mark.chosen && holding.kind !== "stack";
}

/** The tile that the event is on; between tiles and beyond the rim, the nearest. */
function cellUnder(event: MouseEvent, { scene, view }: Touched): Cell | null {
  const key = (event.target as Element).getAttribute("data-cell");
  const spot = key === null ? undefined : scene.spots.get(key);
  return spot?.cell ?? cellAt(scene.layout, view.point(clientOf(event)));
}

/** A finger that misses a small cell means the nearest one that can be chosen, unless it is on a stack. */
function nearMark(event: MouseEvent, board: Touched): Cell | null {
  const { scene, view } = board;
  const under = cellUnder(event, board);
  const spot = under && scene.spots.get(under.key);
  if (spot && !idle(spot)) return spot.cell;
  const marked = [...scene.spots.values()]
    .filter(({ mark }) => mark.target || mark.stack)
    .map(({ cell }) => cell);
  return cellNear(marked, view.point(clientOf(event)), FINGER * view.unit());
}
