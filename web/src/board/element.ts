// `<ringrift-board>`: a board as a custom element. It shows states and marks and reports selected
// cells; it knows no rules.

import { messages } from "../messages";
import type { Key, Move, Seat, State } from "../rules/wire";
import { MoveAnimation } from "./animation";
import { buildTimeline } from "./animationTimeline";
import { Celebration } from "./celebration";
import { type BoardContents, type CellChange, contentsOf, diffContents } from "./cellContents";
import { Gestures, type InputTarget } from "./gestures";
import { KeyboardInput } from "./keyboard";
import { CELL, type LayoutCell, layoutOf, type Point } from "./layout";
import { Lens } from "./lens";
import { look } from "./look";
import { marksByCell, sameMark } from "./marks";
import { drawAreas, drawArrows, drawPreview } from "./overlays";
import { BoardRenderer } from "./render";
import { Announcer } from "./screenReader";
import { boardStyleSheet, detailFor, textSizes } from "./styles";
import { svgElement } from "./svg";
import { isEmpty, trailOfMove } from "./trail";
import type { BoardElement, CellDetail, CounterDetail, Marks, Trail } from "./types";
import { Viewport } from "./viewport";
import { ZoomControls } from "./zoomControls";

export class RingriftBoard extends HTMLElement implements BoardElement {
  static readonly observedAttributes = ["label"];

  readonly #svg = svgElement("svg", { role: "none", class: "fine" }) as SVGSVGElement;
  readonly #backdrop = svgElement("svg", {
    class: "backdrop",
    "aria-hidden": "true",
  }) as SVGSVGElement;
  readonly #announcer = new Announcer();
  readonly #lens = new Lens();
  /** The size of a cell on the screen, in pixels. */
  #cellPixels = CELL;
  readonly #zoomControls = new ZoomControls(() => this.#viewport);
  readonly #keyboard = new KeyboardInput(this.#svg, () => this.#inputTarget("keyboard"), {
    notation: (text) => this.#emit("notation", { text }),
    cancel: () => this.#emit("cancel", null),
  });
  #renderer: BoardRenderer | null = null;
  #viewport: Viewport | null = null;
  #state: State | null = null;
  #contents: BoardContents = new Map();
  #marks: Marks = {};
  #markedCells = new Set<Key>();
  #trail: Trail | null = null;
  #animation: MoveAnimation | null = null;
  #animationDone: Promise<void> = Promise.resolve();
  #celebration: Celebration | null = null;
  #hoveredCell: Key | null = null;
  readonly #sizeObserver =
    typeof ResizeObserver === "undefined" ? null : new ResizeObserver(() => this.#fitDetail());

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [boardStyleSheet()];
    root.append(
      this.#backdrop,
      this.#svg,
      this.#zoomControls.bar,
      this.#keyboard.form,
      this.#lens.element,
      this.#announcer.log,
    );
    new Gestures(this.#svg, () => this.#inputTarget("pointer"));
  }

  connectedCallback(): void {
    document.addEventListener("visibilitychange", this.#finishAnimation);
    this.#sizeObserver?.observe(this.#svg);
  }

  disconnectedCallback(): void {
    document.removeEventListener("visibilitychange", this.#finishAnimation);
    this.#sizeObserver?.disconnect();
    this.#finishAnimation();
  }

  attributeChangedCallback(): void {
    if (this.#state) this.#labelBoard();
  }

  /** Focuses the current cell. */
  override focus(): void {
    this.#keyboard.focus();
  }

  get state(): State | null {
    return this.#state;
  }

  /** Shows a state. Showing the current state object again does not restart its animation. */
  show(state: State, move: Move | null = null): Promise<void> {
    const before = this.#state;
    if (state === before) return this.#animationDone;
    this.#finishAnimation();
    this.#celebration?.stop();
    this.#celebration = null;
    const sameBoard = before?.board.type === state.board.type;
    this.#state = state;
    if (!sameBoard) this.#buildBoard();
    const oldContents = this.#contents;
    const changes = this.#updateContents(state);
    this.#updateTrail(move, sameBoard ? changes : null);
    if (move && before && sameBoard) {
      this.#announcer.announceMove(this.#currentRenderer.layout, move, changes, before, state);
      if (changes.length && this.#shouldAnimate())
        this.#animationDone = this.#animateMove(oldContents, changes, move);
    }
    if (state.winner && move) this.#animationDone = this.#celebrate(state);
    return this.#animationDone;
  }

  get marks(): Marks {
    return this.#marks;
  }

  set marks(marks: Marks) {
    const { lines, regions, arrows, preview } = this.#marks;
    this.#marks = marks;
    if (!this.#renderer) return;
    this.#updateMarks();
    if (marks.lines !== lines || marks.regions !== regions) drawAreas(this.#renderer, marks);
    if (marks.arrows !== arrows) drawArrows(this.#renderer, marks.arrows ?? []);
    if (marks.preview !== preview) drawPreview(this.#renderer, marks.preview ?? null);
  }

  get trail(): Trail | null {
    return this.#trail;
  }

  set trail(trail: Trail | null) {
    this.#trail = trail;
    this.#renderer?.drawTrail(trail);
  }

  get #currentRenderer(): BoardRenderer {
    return this.#renderer as BoardRenderer;
  }

  /** Builds an empty board of the state's type. */
  #buildBoard(): void {
    const layout = layoutOf((this.#state as State).board.type);
    const renderer = new BoardRenderer(layout);
    this.#renderer = renderer;
    this.#svg.replaceChildren(...renderer.elements());
    this.#backdrop.replaceChildren(...renderer.backdrop);
    this.#viewport = new Viewport(this.#svg, layout, (viewport) => this.#onView(viewport));
    this.#contents = new Map();
    this.#markedCells.clear();
    this.#labelBoard();
    for (const rendered of renderer.renderedCells.values()) this.#announcer.labelCell(rendered);
    this.#keyboard.reset(layout);
    this.#updateMarks();
    drawAreas(renderer, this.#marks);
    drawArrows(renderer, this.#marks.arrows ?? []);
    drawPreview(renderer, this.#marks.preview ?? null);
  }

  #onView(viewport: Viewport): void {
    this.#zoomControls.update(viewport);
    this.#backdrop.setAttribute("viewBox", this.#svg.getAttribute("viewBox") ?? "");
    this.#backdrop.classList.toggle("zoomed", viewport.isZoomed);
    this.#fitDetail();
  }

  /** Chooses the level of detail and the sizes of texts by the size of a cell on the screen. */
  #fitDetail(): void {
    const { width = 0, height = 0 } = this.#svg.getBoundingClientRect();
    const layout = this.#renderer?.layout;
    if (!layout || !width) return;
    const fitted = Math.min(width / layout.width, height / layout.height) || 1;
    const pixels = CELL * fitted * (this.#viewport?.scale ?? 1);
    this.#cellPixels = pixels;
    const { variables, textScale } = textSizes(pixels);
    for (const name of ["fine", "medium", "coarse"])
      this.#svg.classList.toggle(name, name === detailFor(pixels));
    for (const [name, value] of Object.entries(variables)) this.#svg.style.setProperty(name, value);
    this.#currentRenderer.textScale = textScale;
  }

  #labelBoard(): void {
    const { board } = this.#state as State;
    this.#currentRenderer.tiles.setAttribute(
      "aria-label",
      this.getAttribute("label") ?? messages.board.label({ board: board.type }),
    );
    this.#currentRenderer.tiles.setAttribute("aria-description", messages.board.keys);
  }

  /** Redraws the cells that differ. */
  #updateContents(state: State): CellChange[] {
    const contents = contentsOf(state);
    const changes = diffContents(this.#contents, contents);
    this.#contents = contents;
    if (changes.some(({ before, after }) => [before.kind, after.kind].includes("territory")))
      this.#currentRenderer.drawTerritories(contents);
    for (const { key, after } of changes) {
      const rendered = this.#currentRenderer.renderedCells.get(key);
      if (!rendered) continue;
      this.#currentRenderer.drawContents(rendered, after);
      this.#announcer.labelCell(rendered);
    }
    return changes;
  }

  #updateMarks(): void {
    const wanted = marksByCell(this.#marks, this.#currentRenderer.layout);
    for (const key of this.#markedCells) if (!wanted.has(key)) wanted.set(key, {});
    for (const [key, mark] of wanted) {
      const rendered = this.#currentRenderer.renderedCells.get(key);
      if (!rendered || sameMark(rendered.mark, mark)) continue;
      this.#currentRenderer.drawMark(rendered, mark);
      this.#announcer.labelCell(rendered);
      if (rendered.markElements.length || mark.note) this.#markedCells.add(key);
      else this.#markedCells.delete(key);
    }
  }

  /** A move that touches no cell keeps the previous trail. */
  #updateTrail(move: Move | null, changes: CellChange[] | null): void {
    if (!move && changes?.length === 0) return;
    const trail = move && trailOfMove(move, changes);
    if (!trail || !isEmpty(trail)) this.trail = trail;
  }

  #shouldAnimate(): boolean {
    const motion = this.getAttribute("motion");
    if (motion === "off" || document.hidden || !this.isConnected) return false;
    return (
      motion === "on" ||
      motion === "fast" ||
      !matchMedia("(prefers-reduced-motion: reduce)").matches
    );
  }

  #animateMove(before: BoardContents, changes: CellChange[], move: Move): Promise<void> {
    const animation = new MoveAnimation(
      this.#currentRenderer,
      this.#counterOf(move.player),
      this.#rate,
    );
    this.#animation = animation;
    this.#currentRenderer.drawTerritories(before);
    return animation
      .run(buildTimeline(this.#currentRenderer.layout, before, changes, move))
      .then(() => {
        if (this.#animation === animation) this.#finishAnimation();
      });
  }

  /** Dims all but the winner when the last move has been shown. */
  async #celebrate(state: State): Promise<void> {
    await this.#animationDone;
    if (this.#state !== state || !state.winner) return;
    const celebration = new Celebration(this.#currentRenderer, state.winner);
    this.#celebration = celebration;
    await celebration.run(this.#shouldAnimate(), this.#rate);
  }

  get #rate(): number {
    return this.getAttribute("motion") === "fast" ? 2 : 1;
  }

  /** Ends the animation: the board shows its state. */
  readonly #finishAnimation = (): void => {
    if (!this.#animation) return;
    this.#animation.stop();
    this.#animation = null;
    this.#currentRenderer.drawTerritories(this.#contents);
    this.#animationDone = Promise.resolve();
  };

  /**
   * Where a seat's eliminated rings fly to: an element of the page, or off the board on the seat's
   * side.
   */
  #counterOf(seat: Seat): Point {
    const { width, height } = this.#currentRenderer.layout;
    const detail: CounterDetail = { seat, element: null };
    this.#emit("counter", detail);
    const box = detail.element?.getBoundingClientRect();
    if (box && this.#viewport)
      return this.#viewport.toBoardPoint({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
    const middle = { x: width / 2, y: height / 2 };
    const sides: Record<Seat, Partial<Point>> = {
      1: { y: height + CELL },
      2: { y: -CELL },
      3: { x: -CELL },
      4: { x: width + CELL },
    };
    return { ...middle, ...sides[seat] };
  }

  #inputTarget(via: CellDetail["via"]): InputTarget | null {
    const [renderer, viewport] = [this.#renderer, this.#viewport];
    if (!renderer || !viewport) return null;
    return {
      renderer,
      viewport,
      selectCell: (cell) => this.#selectCell(cell, via),
      hoverCell: (cell) => this.#hoverCell(cell),
    };
  }

  #selectCell(cell: LayoutCell, via: CellDetail["via"]): void {
    this.#finishAnimation(); // a click finishes what runs and is never lost
    if (via === "pointer") this.#keyboard.focusCell(cell);
    const detail: CellDetail = { cell: cell.key, name: cell.name, via };
    this.#emit("cell", detail);
  }

  #hoverCell(cell: LayoutCell | null): void {
    const key = cell?.key ?? null;
    if (key === this.#hoveredCell) return;
    this.#hoveredCell = key;
    if (cell && this.#cellPixels < look.detail.medium)
      this.#lens.show(this.#currentRenderer, this.#svg, cell);
    else this.#lens.hide();
    this.#emit("point", { cell: key });
  }

  #emit(name: string, detail: unknown): void {
    this.dispatchEvent(
      new CustomEvent(`ringrift-${name}`, { detail, bubbles: true, composed: true }),
    );
  }
}
