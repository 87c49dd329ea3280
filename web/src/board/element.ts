// `<ringrift-board>`: a board as an element of any page. It shows states and marks, and tells what is chosen; it knows no rules.

import type { Key, Move, Seat, State } from "../rules/wire";
import { Flight } from "./animation";
import { planOf } from "./animationTimeline";
import {
  type Change,
  changesOf,
  collapsingBy,
  type Holdings,
  holdingsOf,
  stopsOf,
  type Track,
  trackOf,
} from "./cellContents";
import { Gestures, type Touched } from "./gestures";
import { Keyboard } from "./keyboard";
import { type Cell, layoutOf, type Point } from "./layout";
import { marksByCell, sameMark } from "./marks";
import { drawArrows, drawGlows } from "./overlays";
import { Scene } from "./render";
import { Speaker, words } from "./screenReader";
import { boardSheet } from "./styles";
import { drawn } from "./svg";
import type { BoardElement, CellDetail, CounterDetail, Marks } from "./types";
import { View } from "./viewport";
import { ZoomTools } from "./zoomControls";

const NO_TRACK: Track = { stops: [], turned: [], collapsed: [] };

export class RingriftBoard extends HTMLElement implements BoardElement {
  static readonly observedAttributes = ["label", "patterns"];

  readonly #svg = drawn("svg", { role: "none" }) as SVGSVGElement;
  readonly #speaker = new Speaker();
  readonly #tools = new ZoomTools(() => this.#view);
  readonly #keyboard = new Keyboard(this.#svg, () => this.#touched("keyboard"), {
    notation: (text) => this.#tell("notation", { text }),
    cancel: () => this.#tell("cancel", null),
  });
  #scene: Scene | null = null;
  #view: View | null = null;
  #state: State | null = null;
  #held: Holdings = new Map();
  #marks: Marks = {};
  #marked = new Set<Key>();
  #lastMove: Move | null = null;
  #track = NO_TRACK;
  #flight: Flight | null = null;
  #landed: Promise<void> = Promise.resolve();
  #pointed: Key | null = null;

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [boardSheet()];
    root.append(this.#svg, this.#tools.bar, this.#keyboard.form, this.#speaker.log);
    new Gestures(this.#svg, () => this.#touched("pointer"));
  }

  connectedCallback(): void {
    document.addEventListener("visibilitychange", this.#settle);
  }

  disconnectedCallback(): void {
    document.removeEventListener("visibilitychange", this.#settle);
    this.#settle();
  }

  attributeChangedCallback(name: string): void {
    if (!this.#state) return;
    if (name === "label") this.#name();
    else this.#redraw();
  }

  /** The board has the focus by one of its cells. */
  override focus(): void {
    this.#keyboard.focus();
  }

  get state(): State | null {
    return this.#state;
  }

  /** Shows a state; the state object that is already shown goes on as it is. */
  show(state: State, move: Move | null = null): Promise<void> {
    const before = this.#state;
    if (state === before) return this.#landed;
    this.#settle();
    const known = before?.board.type === state.board.type;
    this.#state = state;
    if (!known) this.#build();
    const was = this.#held;
    const changes = this.#hold(state);
    this.#follow(move, known ? changes : null);
    if (move && before && known) {
      this.#speaker.moved(this.#drawn.layout, move, changes, before, state);
      if (changes.length && this.#inMotion()) this.#landed = this.#fly(was, changes, move);
    }
    return this.#landed;
  }

  get marks(): Marks {
    return this.#marks;
  }

  set marks(marks: Marks) {
    const { glows, arrows } = this.#marks;
    this.#marks = marks;
    if (!this.#scene) return;
    this.#mark();
    if (marks.glows !== glows) drawGlows(this.#scene, marks.glows ?? []);
    if (marks.arrows !== arrows) drawArrows(this.#scene, marks.arrows ?? []);
  }

  get lastMove(): Move | null {
    return this.#lastMove;
  }

  /** A move that was shown keeps the track that it left; any other tells its own. */
  set lastMove(move: Move | null) {
    if (JSON.stringify(move) === JSON.stringify(this.#lastMove)) return;
    this.#lastMove = move;
    this.#trace(move ? trackOf(move, null) : NO_TRACK);
  }

  get #drawn(): Scene {
    return this.#scene as Scene;
  }

  /** An empty board of the state's kind. */
  #build(): void {
    const layout = layoutOf((this.#state as State).board.type);
    const scene = new Scene(layout, this.getAttribute("patterns") === "strong");
    this.#scene = scene;
    this.#svg.replaceChildren(...scene.elements());
    this.#view = new View(this.#svg, layout, (view) => this.#tools.update(view));
    this.#held = new Map();
    this.#marked.clear();
    this.#name();
    for (const spot of scene.spots.values()) this.#speaker.name(spot);
    this.#keyboard.enter(layout);
    this.#mark();
    drawGlows(scene, this.#marks.glows ?? []);
    drawArrows(scene, this.#marks.arrows ?? []);
  }

  #redraw(): void {
    this.#settle();
    this.#build();
    this.#hold(this.#state as State);
    this.#trace(this.#track);
  }

  #name(): void {
    const { board } = this.#state as State;
    this.#drawn.tiles.setAttribute(
      "aria-label",
      this.getAttribute("label") ?? words().label(board.type),
    );
    this.#drawn.tiles.setAttribute("aria-description", words().keys);
  }

  /** Draws the cells that differ, and no other. */
  #hold(state: State): Change[] {
    const held = holdingsOf(state);
    const changes = changesOf(this.#held, held);
    this.#held = held;
    for (const { key, is } of changes) {
      const spot = this.#drawn.spots.get(key);
      if (!spot) continue;
      this.#drawn.hold(spot, is);
      this.#speaker.name(spot);
    }
    return changes;
  }

  #mark(): void {
    const wanted = marksByCell(this.#marks);
    for (const key of this.#marked) if (!wanted.has(key)) wanted.set(key, {});
    for (const [key, mark] of wanted) {
      const spot = this.#drawn.spots.get(key);
      if (!spot || sameMark(spot.mark, mark)) continue;
      this.#drawn.mark(spot, mark);
      this.#speaker.name(spot);
      if (spot.marks.length || mark.note) this.#marked.add(key);
      else this.#marked.delete(key);
    }
  }

  /** A move that touches no cell leaves the track of the one before. */
  #follow(move: Move | null, changes: Change[] | null): void {
    if (move && !stopsOf(move).length && !collapsingBy(move).length) return;
    if (!move && changes?.length === 0) return;
    this.#lastMove = move;
    this.#trace(move ? trackOf(move, changes) : NO_TRACK);
  }

  #trace(track: Track): void {
    this.#track = track;
    this.#scene?.track(track);
  }

  #inMotion(): boolean {
    const motion = this.getAttribute("motion");
    if (motion === "off" || document.hidden || !this.isConnected) return false;
    return motion === "on" || !matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  #fly(was: Holdings, changes: Change[], move: Move): Promise<void> {
    const flight = new Flight(this.#drawn, this.#counterOf(move.player));
    this.#flight = flight;
    return flight.run(planOf(this.#drawn.layout, was, changes, move));
  }

  /** Ends what is in motion: the board shows its state. */
  readonly #settle = (): void => {
    this.#flight?.stop();
    this.#flight = null;
    this.#landed = Promise.resolve();
  };

  /** Where a seat's eliminated rings go: to the element that the page names, or off the board at the seat's side. */
  #counterOf(seat: Seat): Point {
    const { width, height, pitch } = this.#drawn.layout;
    const detail: CounterDetail = { seat, element: null };
    this.#tell("counter", detail);
    const box = detail.element?.getBoundingClientRect();
    if (box && this.#view)
      return this.#view.point({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
    const middle = { x: width / 2, y: height / 2 };
    const sides: Record<Seat, Partial<Point>> = {
      1: { y: height + pitch },
      2: { y: -pitch },
      3: { x: -pitch },
      4: { x: width + pitch },
    };
    return { ...middle, ...sides[seat] };
  }

  #touched(via: CellDetail["via"]): Touched | null {
    const [scene, view] = [this.#scene, this.#view];
    if (!scene || !view) return null;
    return {
      scene,
      view,
      choose: (cell) => this.#choose(cell, via),
      point: (cell) => this.#point(cell),
    };
  }

  #choose(cell: Cell, via: CellDetail["via"]): void {
    if (via === "pointer") this.#keyboard.standOn(cell);
    const detail: CellDetail = { cell: cell.key, name: cell.name, via };
    this.#tell("cell", detail);
  }

  #point(cell: Cell | null): void {
    const key = cell?.key ?? null;
    if (key === this.#pointed) return;
    this.#pointed = key;
    this.#tell("point", { cell: key });
  }

  #tell(name: string, detail: unknown): void {
    this.dispatchEvent(
      new CustomEvent(`ringrift-${name}`, { detail, bubbles: true, composed: true }),
    );
  }
}
