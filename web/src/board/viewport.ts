// The visible part of the board: zoom and pan by the SVG view box.

import { CELL, type Layout, type Point } from "./layout";
import { formatLength } from "./svg";

const LARGE_BOARD_CELLS = 100; // boards with more cells have zoom buttons
const MAX_SCALE: Record<"big" | "small", number> = { big: 5, small: 3 };
export const ZOOM_STEP = 1.5; // per button or key press

export class Viewport {
  scale = 1;
  #left = 0;
  #top = 0;
  readonly isLarge: boolean;

  constructor(
    readonly svg: SVGSVGElement,
    readonly layout: Layout,
    readonly onChange: (viewport: Viewport) => void,
  ) {
    this.isLarge = layout.byKey.size > LARGE_BOARD_CELLS;
    this.#apply();
  }

  get isZoomed(): boolean {
    return this.scale > 1;
  }

  get maxScale(): number {
    return MAX_SCALE[this.isLarge ? "big" : "small"];
  }

  fit(): void {
    this.#setView(1, 0, 0);
  }

  /** Zooms around a point of the board; by default the centre of the visible part. */
  zoom(factor: number, about: Point = this.#centre()): void {
    const scale = Math.min(this.maxScale, Math.max(1, this.scale * factor));
    const ratio = this.scale / scale;
    this.#setView(
      scale,
      about.x - (about.x - this.#left) * ratio,
      about.y - (about.y - this.#top) * ratio,
    );
  }

  /** Pans by a distance in board units. */
  pan(x: number, y: number): void {
    this.#setView(this.scale, this.#left - x, this.#top - y);
  }

  /** Pans until a cell around this point is visible. */
  reveal({ x, y }: Point): void {
    const [width, height] = this.#visibleSize();
    const into = (at: number, start: number, size: number): number =>
      Math.min(Math.max(start, at + CELL - size), at - CELL);
    if (this.isZoomed)
      this.#setView(this.scale, into(x, this.#left, width), into(y, this.#top, height));
  }

  /** Converts a point of the screen to board units. */
  toBoardPoint(client: Point): Point {
    const matrix = this.svg.getScreenCTM();
    return matrix
      ? new DOMPoint(client.x, client.y).matrixTransform(matrix.inverse())
      : { x: -1e6, y: -1e6 };
  }

  /** Board units per pixel of the screen. */
  unitsPerPixel(): number {
    return 1 / (this.svg.getScreenCTM()?.a || 1);
  }

  #visibleSize(): [number, number] {
    return [this.layout.width / this.scale, this.layout.height / this.scale];
  }

  #centre(): Point {
    const [width, height] = this.#visibleSize();
    return { x: this.#left + width / 2, y: this.#top + height / 2 };
  }

  #setView(scale: number, left: number, top: number): void {
    this.scale = scale;
    const [width, height] = this.#visibleSize();
    this.#left = Math.min(Math.max(left, 0), this.layout.width - width);
    this.#top = Math.min(Math.max(top, 0), this.layout.height - height);
    this.#apply();
  }

  #apply(): void {
    const box = [this.#left, this.#top, ...this.#visibleSize()].map(formatLength).join(" ");
    this.svg.setAttribute("viewBox", box);
    this.svg.classList.toggle("zoomed", this.isZoomed);
    this.onChange(this);
  }
}
