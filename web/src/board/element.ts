// `<ringrift-board>`: a board as a custom element. It shows states and marks and reports selected
// cells; it knows no rules.

import { messages } from "../messages";
import type { Key, Move, Seat, State } from "../rules/wire";
import { MoveAnimation } from "./animation";
import { buildTimeline } from "./animationTimeline";
import {
  type BoardContents,
  type CellChange,
  cellsCollapsedBy,
  contentsOf,
  diffContents,
  type MoveTrail,
  pathOf,
  trailOf,
} from "./cellContents";
import { Gestures, type InputTarget } from "./gestures";
import { KeyboardInput } from "./keyboard";
import { type LayoutCell, layoutOf, type Point } from "./layout";
import { marksByCell, sameMark } from "./marks";
import { drawArrows, drawGlows } from "./overlays";
import { BoardRenderer } from "./render";
import { Announcer } from "./screenReader";
import { boardStyleSheet } from "./styles";
import { svgElement } from "./svg";
import type { BoardElement, CellDetail, CounterDetail, Marks } from "./types";
import { Viewport } from "./viewport";
import { ZoomControls } from "./zoomControls";

const NO_TRAIL: MoveTrail = { path: [], flipped: [], collapsed: [] };

export class RingriftBoard extends HTMLElement implements BoardElement {
  static readonly observedAttributes = ["label", "patterns"];

  readonly #svg = svgElement("svg", { role: "none" }) as SVGSVGElement;
  readonly #announcer = new Announcer();
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
  #lastMove: Move | null = null;
  #trail = NO_TRAIL;
  #animation: MoveAnimation | null = null;
  #animationDone: Promise<void> = Promise.resolve();
  #hoveredCell: Key | null = null;

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [boardStyleSheet()];
    root.append(this.#svg, this.#zoomControls.bar, this.#keyboard.form, this.#announcer.log);
    new Gestures(this.#svg, () => this.#inputTarget("pointer"));
  }

  connectedCallback(): void {
    document.addEventListener("visibilitychange", this.#finishAnimation);
  }

  disconnectedCallback(): void {
    document.removeEventListener("visibilitychange", this.#finishAnimation);
    this.#finishAnimation();
  }

  attributeChangedCallback(name: string): void {
    if (!this.#state) return;
    if (name === "label") this.#labelBoard();
    else this.#redraw();
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
    return this.#animationDone;
  }

  get marks(): Marks {
    return this.#marks;
  }

  set marks(marks: Marks) {
    const { glows, arrows } = this.#marks;
    this.#marks = marks;
    if (!this.#renderer) return;
    this.#updateMarks();
    if (marks.glows !== glows) drawGlows(this.#renderer, marks.glows ?? []);
    if (marks.arrows !== arrows) drawArrows(this.#renderer, marks.arrows ?? []);
  }

  get lastMove(): Move | null {
    return this.#lastMove;
  }

  /** A move that was shown keeps its trail; for any other the trail follows from the move alone. */
  set lastMove(move: Move | null) {
    if (JSON.stringify(move) === JSON.stringify(this.#lastMove)) return;
    this.#lastMove = move;
    this.#setTrail(move ? trailOf(move, null) : NO_TRAIL);
  }

  get #currentRenderer(): BoardRenderer {
    return this.#renderer as BoardRenderer;
  }

  /** Builds an empty board of the state's type. */
  #buildBoard(): void {
    const layout = layoutOf((this.#state as State).board.type);
    const renderer = new BoardRenderer(layout, this.getAttribute("patterns") === "strong");
    this.#renderer = renderer;
    this.#svg.replaceChildren(...renderer.elements());
    this.#viewport = new Viewport(this.#svg, layout, (viewport) =>
      this.#zoomControls.update(viewport),
    );
    this.#contents = new Map();
    this.#markedCells.clear();
    this.#labelBoard();
    for (const rendered of renderer.renderedCells.values()) this.#announcer.labelCell(rendered);
    this.#keyboard.reset(layout);
    this.#updateMarks();
    drawGlows(renderer, this.#marks.glows ?? []);
    drawArrows(renderer, this.#marks.arrows ?? []);
  }

  #redraw(): void {
    this.#finishAnimation();
    this.#buildBoard();
    this.#updateContents(this.#state as State);
    this.#setTrail(this.#trail);
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
    for (const { key, after } of changes) {
      const rendered = this.#currentRenderer.renderedCells.get(key);
      if (!rendered) continue;
      this.#currentRenderer.drawContents(rendered, after);
      this.#announcer.labelCell(rendered);
    }
    return changes;
  }

  #updateMarks(): void {
    const wanted = marksByCell(this.#marks);
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
    if (move && !pathOf(move).length && !cellsCollapsedBy(move).length) return;
    if (!move && changes?.length === 0) return;
    this.#lastMove = move;
    this.#setTrail(move ? trailOf(move, changes) : NO_TRAIL);
  }

  #setTrail(track: MoveTrail): void {
    this.#trail = track;
    this.#renderer?.drawTrail(track);
  }

  #shouldAnimate(): boolean {
    const motion = this.getAttribute("motion");
    if (motion === "off" || document.hidden || !this.isConnected) return false;
    return motion === "on" || !matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  #animateMove(before: BoardContents, changes: CellChange[], move: Move): Promise<void> {
    const animation = new MoveAnimation(this.#currentRenderer, this.#counterOf(move.player));
    this.#animation = animation;
    return animation.run(buildTimeline(this.#currentRenderer.layout, before, changes, move));
  }

  /** Ends the animation: the board shows its state. */
  readonly #finishAnimation = (): void => {
    this.#animation?.stop();
    this.#animation = null;
    this.#animationDone = Promise.resolve();
  };

  /**
   * Where a seat's eliminated rings fly to: an element of the page, or off the board on the seat's
   * side.
   */
  #counterOf(seat: Seat): Point {
    const { width, height, pitch } = this.#currentRenderer.layout;
    const detail: CounterDetail = { seat, element: null };
    this.#emit("counter", detail);
    const box = detail.element?.getBoundingClientRect();
    if (box && this.#viewport)
      return this.#viewport.toBoardPoint({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
    const middle = { x: width / 2, y: height / 2 };
    const sides: Record<Seat, Partial<Point>> = {
      1: { y: height + pitch },
      2: { y: -pitch },
      3: { x: -pitch },
      4: { x: width + pitch },
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
    if (via === "pointer") this.#keyboard.focusCell(cell);
    const detail: CellDetail = { cell: cell.key, name: cell.name, via };
    this.#emit("cell", detail);
  }

  #hoverCell(cell: LayoutCell | null): void {
    const key = cell?.key ?? null;
    if (key === this.#hoveredCell) return;
    this.#hoveredCell = key;
    this.#emit("point", { cell: key });
  }

  #emit(name: string, detail: unknown): void {
    this.dispatchEvent(
      new CustomEvent(`ringrift-${name}`, { detail, bubbles: true, composed: true }),
    );
  }
}
