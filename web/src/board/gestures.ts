// Pointer input: clicks select, hovering and long presses point at a cell, dragging pans, wheel and
// pinch zoom.

import type { Key } from "../rules/wire";
import { cellAtPoint, distance, type LayoutCell, nearestCell, type Point } from "./layout";
import { isSelectable } from "./marks";
import type { BoardRenderer, RenderedCell } from "./render";
import type { Viewport } from "./viewport";

const DRAG_THRESHOLD_PX = 8; // less is a click
const LONG_PRESS_MS = 450;
const DOUBLE_TAP_MS = 320;
const TOUCH_TOLERANCE_PX = 22; // how far a finger may miss a selectable cell
const WHEEL_ZOOM = 1.2; // per notch
const DOUBLE_TAP_ZOOM = 2.5;

export interface InputTarget {
  renderer: BoardRenderer;
  viewport: Viewport;
  selectCell(cell: LayoutCell): void;
  hoverCell(cell: LayoutCell | null): void;
}

export class Gestures {
  readonly #pointers = new Map<number, Point>();
  #pressedAt: Point = { x: 0, y: 0 };
  /** The press became a drag, a pinch or a long press, so its click selects nothing. */
  #suppressClick = false;
  #longPressTimer: ReturnType<typeof setTimeout> | undefined;
  #lastTap: { key: Key; at: number } | null = null;

  constructor(
    readonly svg: SVGSVGElement,
    readonly board: () => InputTarget | null,
  ) {
    const on = (
      name: string,
      listen: (event: never, board: InputTarget) => void,
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
    on("pointerdown", (event: PointerEvent, board) => this.#onPointerDown(event, board));
    on("pointermove", (event: PointerEvent, board) => this.#onPointerMove(event, board));
    on("pointerup", (event: PointerEvent, board) => this.#onPointerUp(event, board));
    on("pointercancel", (event: PointerEvent, board) => this.#onPointerUp(event, board));
    on(
      "pointerleave",
      (event: PointerEvent, { hoverCell: point }) => event.pointerType === "mouse" && point(null),
    );
    on("click", (event: MouseEvent, board) => this.#onClick(event, board));
    on("wheel", (event: WheelEvent, board) => this.#onWheel(event, board), false);
    on("touchmove", (event: TouchEvent, board) => this.#onTouchMove(event, board), false);
    on(
      "contextmenu",
      (event: Event) => this.#longPressTimer !== undefined && event.preventDefault(),
      false,
    );
  }

  #onPointerDown(event: PointerEvent, board: InputTarget): void {
    this.#pointers.set(event.pointerId, clientPoint(event));
    this.#pressedAt = clientPoint(event);
    this.#suppressClick = this.#pointers.size > 1;
    clearTimeout(this.#longPressTimer);
    if (event.pointerType === "mouse" || this.#suppressClick) return;
    const cell = cellUnderPointer(event, board);
    this.#longPressTimer = setTimeout(() => {
      this.#suppressClick = true;
      board.hoverCell(cell);
    }, LONG_PRESS_MS);
  }

  #onPointerMove(event: PointerEvent, board: InputTarget): void {
    const last = this.#pointers.get(event.pointerId);
    const now = clientPoint(event);
    if (!last) {
      if (event.pointerType === "mouse") board.hoverCell(cellUnderPointer(event, board));
      return;
    }
    if (this.#pointers.size === 2) {
      this.#pinch(event.pointerId, now, board.viewport);
      return;
    }
    if (distance(this.#pressedAt, now) > DRAG_THRESHOLD_PX) clearTimeout(this.#longPressTimer);
    if (
      !board.viewport.isZoomed ||
      (!this.#suppressClick && distance(this.#pressedAt, now) < DRAG_THRESHOLD_PX)
    )
      return;
    this.#suppressClick = true;
    this.svg.classList.add("dragging");
    this.svg.setPointerCapture(event.pointerId);
    this.#pointers.set(event.pointerId, now);
    const unit = board.viewport.unitsPerPixel();
    board.viewport.pan((now.x - last.x) * unit, (now.y - last.y) * unit);
  }

  #pinch(moved: number, now: Point, viewport: Viewport): void {
    const was = [...this.#pointers.values()] as [Point, Point];
    this.#pointers.set(moved, now);
    const is = [...this.#pointers.values()] as [Point, Point];
    const [from, to] = [midpoint(...was), midpoint(...is)];
    const unit = viewport.unitsPerPixel();
    viewport.zoom(distance(...is) / Math.max(1, distance(...was)), viewport.toBoardPoint(to));
    viewport.pan((to.x - from.x) * unit, (to.y - from.y) * unit);
  }

  #onPointerUp(event: PointerEvent, { hoverCell: point }: InputTarget): void {
    clearTimeout(this.#longPressTimer);
    this.#longPressTimer = undefined;
    this.#pointers.delete(event.pointerId);
    this.svg.classList.remove("dragging");
    if (event.pointerType !== "mouse") point(null);
  }

  #onClick(event: MouseEvent, board: InputTarget): void {
    const spent = this.#suppressClick;
    this.#suppressClick = false;
    if (spent) return;
    const finger = (event as PointerEvent).pointerType === "touch";
    const cell = (finger && nearestSelectable(event, board)) || cellUnderPointer(event, board);
    if (!cell) return;
    if (finger && this.#zoomOnDoubleTap(cell, event, board)) return;
    board.selectCell(cell);
  }

  /** A double tap zooms, but only on a cell where a tap has no meaning. */
  #zoomOnDoubleTap(
    cell: LayoutCell,
    event: MouseEvent,
    { renderer, viewport }: InputTarget,
  ): boolean {
    const last = this.#lastTap;
    this.#lastTap = { key: cell.key, at: event.timeStamp };
    const twice = last?.key === cell.key && event.timeStamp - last.at < DOUBLE_TAP_MS;
    const rendered = renderer.renderedCells.get(cell.key);
    if (!twice || !rendered || !viewport.isLarge || !isInert(rendered)) return false;
    if (viewport.isZoomed) viewport.fit();
    else viewport.zoom(DOUBLE_TAP_ZOOM, viewport.toBoardPoint(clientPoint(event)));
    this.#lastTap = null;
    return true;
  }

  /**
   * The wheel scrolls the page unless the board is zoomed. With Ctrl, which touch pads send for a
   * pinch, it always zooms.
   */
  #onWheel(event: WheelEvent, { viewport }: InputTarget): void {
    const closer = event.deltaY < 0;
    if (!event.ctrlKey && !event.metaKey && !viewport.isZoomed) return;
    event.preventDefault();
    viewport.zoom(closer ? WHEEL_ZOOM : 1 / WHEEL_ZOOM, viewport.toBoardPoint(clientPoint(event)));
  }

  #onTouchMove(event: TouchEvent, { viewport }: InputTarget): void {
    if (event.cancelable && (event.touches.length > 1 || viewport.isZoomed)) event.preventDefault();
  }
}

function clientPoint({ clientX, clientY }: MouseEvent): Point {
  return { x: clientX, y: clientY };
}

function midpoint(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

function isInert({ mark, contents }: RenderedCell): boolean {
  return !isSelectable(mark) && !mark.chosen && contents.kind !== "stack";
}

/** The tile under the pointer; between tiles and beyond the rim, the nearest. */
function cellUnderPointer(
  event: MouseEvent,
  { renderer, viewport }: InputTarget,
): LayoutCell | null {
  const key = (event.target as Element).getAttribute("data-cell");
  const rendered = key === null ? undefined : renderer.renderedCells.get(key);
  return rendered?.cell ?? cellAtPoint(renderer.layout, viewport.toBoardPoint(clientPoint(event)));
}

/** The nearest selectable cell to a finger, unless the finger is on a stack. */
function nearestSelectable(event: MouseEvent, board: InputTarget): LayoutCell | null {
  const { renderer, viewport } = board;
  const under = cellUnderPointer(event, board);
  const rendered = under && renderer.renderedCells.get(under.key);
  if (rendered && !isInert(rendered)) return rendered.cell;
  const marked = [...renderer.renderedCells.values()]
    .filter(({ mark }) => isSelectable(mark))
    .map(({ cell }) => cell);
  return nearestCell(
    marked,
    viewport.toBoardPoint(clientPoint(event)),
    TOUCH_TOLERANCE_PX * viewport.unitsPerPixel(),
  );
}
