// Animates the step from one state to the next. The board already shows the new state: moving
// pieces are ghosts above it, and changed cells are hidden until their moment. Stopping at any time
// leaves the new state.

import type { Key, Seat } from "../rules/wire";
import type { AnimationTimeline, MovingPiece } from "./animationTimeline";
import { type CellChange, type CellContents, ringsRemoved } from "./cellContents";
import { CELL, type Point } from "./layout";
import { look } from "./look";
import { areaOutline } from "./outline";
import { ringSpacing, stackBase } from "./pieceGeometry";
import * as pieces from "./pieces";
import type { BoardRenderer, Layer, RenderedCell } from "./render";
import { pathData, svgElement } from "./svg";

const { motion } = look;
const LIFT = motion.lift * CELL;
const HALF_FLIP_MS = motion.flipMs / 2;
const SINK_MS = motion.collapseMs / 3; // then the slab rises as long, then melts
const EASE_OUT = "cubic-bezier(0.5,1,0.89,1)";
const DROP = 0.5 * CELL; // where placed rings start to fall
const HOP = 0.42 * CELL; // above the captured stack

export class MoveAnimation {
  readonly #animations = new Set<Animation>();
  readonly #ghosts = new Set<SVGElement>();

  /** `counter`: where eliminated rings fly to. `rate`: 2 for twice the speed. */
  constructor(
    readonly renderer: BoardRenderer,
    readonly counter: Point,
    readonly rate = 1,
  ) {}

  /** Resolves when the animation has finished or was stopped. */
  async run(plan: AnimationTimeline): Promise<void> {
    for (const { change, at } of plan.changes) this.#animateChange(change, at, plan);
    const lastChange = Math.max(plan.arrivesAt, ...plan.changes.map(({ at }) => at));
    for (const name of ["trail", "trailTags"] as const)
      this.#hideUntil(this.renderer.layer(name), lastChange);
    if (plan.mover) this.#moveMover(plan.mover, plan.arrivesAt);
    if (plan.line) this.#lightLine(plan.line.cells, plan.line.at);
    if (plan.region) this.#outlineRegion(plan.region.cells, plan.region.at);
    await Promise.allSettled([...this.#animations].map(({ finished }) => finished));
    this.stop();
  }

  stop(): void {
    for (const animation of this.#animations) animation.cancel();
    for (const ghost of this.#ghosts) ghost.remove();
    this.#animations.clear();
    this.#ghosts.clear();
  }

  #animateChange(
    { key, before, after }: CellChange,
    at: number,
    { mover, arrivesAt }: AnimationTimeline,
  ): void {
    const rendered = this.renderer.renderedCells.get(key);
    if (!rendered) return;
    const leaves = mover?.from === key;
    const lands = mover?.to === key && mover.contents.kind === "stack";
    if (!leaves) this.#showOldContents(rendered, before, after, at);
    this.#revealNewContents(rendered, before, after, leaves ? motion.liftMs : at);
    if (leaves) return;
    const arrived = lands ? [...mover.contents.seats, ...(mover.ring ? [mover.ring] : [])] : [];
    const oldRings = before.kind === "stack" ? before.seats : [];
    const newRings = after.kind === "stack" ? after.seats : [];
    if (!mover && newRings.length > oldRings.length)
      this.#dropPlacedRings(rendered, oldRings.length, newRings, arrivesAt);
    else if (mover?.target !== key)
      this.#flyEliminatedRings(rendered, ringsRemoved([...arrived, ...oldRings], newRings), at);
  }

  /** Shows the old contents as a ghost until the cell changes. */
  #showOldContents(
    rendered: RenderedCell,
    before: CellContents,
    after: CellContents,
    at: number,
  ): void {
    const [top] = before.seats;
    if (!top || before.kind === "territory") return;
    const { centre: point } = rendered.cell;
    if (before.kind === "stack") {
      const old = this.#addGhost(pieces.stack(before.seats, point), "below");
      this.#animate(old, [{ opacity: 1, easing: "step-end" }, { opacity: 0 }], {
        duration: at,
        fill: "forwards",
      });
      return;
    }
    const old = this.#addGhost(pieces.marker(top, point), "below");
    const flips = after.kind === "marker";
    const end = flips ? { transform: "scaleY(0)" } : { transform: "scale(.4)", opacity: 0 };
    this.#animate(old, [{ transform: "none", opacity: 1 }, end], {
      delay: at,
      duration: flips ? HALF_FLIP_MS : after.kind === "stack" ? 0 : SINK_MS,
      fill: "both",
    });
  }

  /** Hides the new contents until the cell changes. */
  #revealNewContents(
    rendered: RenderedCell,
    before: CellContents,
    after: CellContents,
    at: number,
  ): void {
    for (const part of rendered.badge) this.#hideUntil(part, at);
    if (after.kind === "territory") this.#raiseSlab(rendered, after.seats[0] as Seat, at);
    else if (rendered.piece && after.kind === "marker") {
      const flips = before.kind === "marker";
      const start = flips
        ? { opacity: 1, transform: "scaleY(0)" }
        : { opacity: 0, transform: "translateY(-14px) scale(.7)" };
      this.#fadeIn(rendered.piece, start, flips ? at + HALF_FLIP_MS : at, HALF_FLIP_MS);
    } else if (rendered.piece) this.#hideUntil(rendered.piece, at);
  }

  /** The slab of one cell; the areas melt together when the animation ends. */
  #raiseSlab(rendered: RenderedCell, seat: Seat, at: number): void {
    const slab = pieces.territory(this.renderer.layout, seat, [rendered.cell.key]);
    slab.classList.add("piece");
    this.#addGhost(slab, "territories");
    this.#fadeIn(slab, { opacity: 0, transform: "scale(.5)" }, at + SINK_MS, SINK_MS);
  }

  #moveMover(mover: MovingPiece, arrivesAt: number): void {
    const { renderedCells } = this.renderer;
    const start = renderedCells.get(mover.from)?.cell.centre;
    const end = renderedCells.get(mover.to)?.cell.centre;
    if (!start || !end) return;
    const isStack = mover.contents.kind === "stack";
    const { seats } = mover.contents;
    const ghost = this.#addGhost(
      isStack ? pieces.stack(seats, start) : pieces.marker(seats[0] as Seat, start),
      "above",
    );
    const target = mover.target ? renderedCells.get(mover.target) : undefined;
    const frames = target
      ? this.#captureFrames(mover, start, target, end)
      : slideFrames(end.x - start.x, end.y - start.y, isStack ? LIFT : 0, arrivesAt);
    this.#animate(ghost, frames, { duration: arrivesAt, fill: "forwards" });
    if (mover.ring && target) this.#slideCapturedRing(mover, target, end, arrivesAt);
  }

  /** Approaches the captured stack, hops over it, and lands. */
  #captureFrames(
    { contents }: MovingPiece,
    start: Point,
    target: RenderedCell,
    end: Point,
  ): Keyframe[] {
    const [approach = 0, hop = 0, land = 0] = motion.captureMs;
    const total = approach + hop + land;
    const { x, y } = target.cell.centre;
    const length = Math.hypot(x - start.x, y - start.y) || 1;
    const [ux, uy] = [(x - start.x) / length, (y - start.y) / length];
    const beside = { x: x - ux * 0.72 * CELL - start.x, y: y - uy * 0.72 * CELL - start.y - LIFT };
    const under = ringSpacing(contents.seats.length + 1);
    return [
      { transform: "none", easing: "ease-in" },
      { transform: translate(beside.x, beside.y), offset: approach / total, easing: EASE_OUT },
      {
        transform: translate(x - start.x, y - start.y - HOP),
        offset: (approach + hop) / total,
        easing: "ease-in",
      },
      { transform: translate(end.x - start.x, end.y - start.y - under) },
    ];
  }

  /** Drops the captured ring from the top of its stack under the hopping one. */
  #slideCapturedRing(
    { ring, passesTargetAt: from }: MovingPiece,
    target: RenderedCell,
    end: Point,
    until: number,
  ): void {
    const height = target.contents.kind === "stack" ? target.contents.seats.length : 0;
    const foot = stackBase(target.cell.centre);
    const top = foot.y - height * ringSpacing(height + 1);
    const seat = ring as Seat;
    const ghost = this.#addGhost(
      pieces.rings([seat], { x: foot.x, y: top }, ringSpacing(1)),
      "above",
    );
    ghost.parentElement?.prepend(ghost);
    const hop = (motion.captureMs[1] ?? 0) / (until - from);
    this.#hideUntil(ghost, from);
    this.#animate(
      ghost,
      [
        { transform: "none" },
        { transform: translate(0, -HOP / 2), offset: hop, easing: "ease-in" },
        { transform: translate(end.x - foot.x, stackBase(end).y - top) },
      ],
      { delay: from, duration: until - from, fill: "forwards" },
    );
  }

  /** Drops placed rings onto the stack that was there. */
  #dropPlacedRings(
    rendered: RenderedCell,
    oldRings: number,
    rings: Seat[],
    arrivesAt: number,
  ): void {
    const step = ringSpacing(rings.length);
    const foot = stackBase(rendered.cell.centre);
    const placed = rings.slice(0, rings.length - oldRings);
    const ghost = this.#addGhost(
      pieces.rings(placed, { x: foot.x, y: foot.y - oldRings * step }, step),
      "above",
    );
    this.#animate(
      ghost,
      [
        { opacity: 0, transform: translate(0, -DROP), easing: "ease-in" },
        { opacity: 1, transform: "none", offset: 0.7, easing: EASE_OUT },
        { transform: translate(0, -3), offset: 0.85 },
        { opacity: 1, transform: "none" },
      ],
      { duration: arrivesAt },
    );
  }

  /** Flies eliminated rings on an arc to the counter of the seat that they are credited to. */
  #flyEliminatedRings(rendered: RenderedCell, rings: Seat[], at: number): void {
    const foot = stackBase(rendered.cell.centre);
    const left = rendered.contents.kind === "stack" ? rendered.contents.seats.length : 0;
    const step = ringSpacing(left + rings.length);
    const duration = motion.riseMs + motion.flyMs;
    rings.toReversed().forEach((ring, index) => {
      const y = foot.y - (left + index) * step;
      const ghost = this.#addGhost(pieces.rings([ring], { x: foot.x, y }, step), "above");
      const [far, up] = [this.counter.x - foot.x, this.counter.y - y];
      const rise = -0.4 * CELL;
      this.#hideUntil(ghost, at);
      this.#animate(
        ghost,
        [
          { transform: "none", opacity: 1, easing: EASE_OUT },
          { transform: translate(0, rise), offset: motion.riseMs / duration, easing: "ease-in" },
          {
            transform: `${translate(far * 0.45, Math.min(rise, up * 0.45) - 0.7 * CELL)} scale(.85)`,
            offset: 0.6,
            easing: "linear",
          },
          { transform: `${translate(far, up)} scale(.3)`, opacity: 0.9 },
        ],
        {
          delay: at + (rings.length - 1 - index) * motion.betweenRingsMs,
          duration,
          fill: "forwards",
        },
      );
    });
  }

  /** A light that runs along a line. */
  #lightLine(cells: Key[], at: number): void {
    const points = cells.flatMap((key) => this.renderer.renderedCells.get(key)?.cell.centre ?? []);
    const [first, last] = [points[0], points.at(-1)];
    if (!first || !last || first === last) return;
    const length = Math.hypot(last.x - first.x, last.y - first.y);
    const beam = svgElement("path", {
      d: pathData("M", first.x, first.y, "L", last.x, last.y),
      class: "target-line",
      "stroke-width": 0.07 * CELL,
      "stroke-dasharray": length,
    });
    const head = svgElement("circle", { class: "dot", cx: first.x, cy: first.y, r: 0.13 * CELL });
    this.#addGhost(beam, "above");
    this.#addGhost(head, "above");
    const timing = { delay: at, duration: motion.lineLightMs, easing: "linear" };
    this.#hideUntil(beam, at);
    this.#hideUntil(head, at);
    this.#animate(beam, [{ strokeDashoffset: length }, { strokeDashoffset: 0 }], timing);
    this.#animate(
      head,
      [{ transform: "none" }, { transform: translate(last.x - first.x, last.y - first.y) }],
      timing,
    );
  }

  /** Draws the outline round a region. */
  #outlineRegion(cells: Key[], at: number): void {
    if (!cells.length) return;
    const { layout } = this.renderer;
    const line = svgElement("path", {
      d: areaOutline(layout, cells, 2, 15),
      class: "target-line",
      pathLength: 1,
      "stroke-width": look.area.stroke * CELL,
      "stroke-dasharray": 1,
    });
    this.#addGhost(line, "above");
    this.#hideUntil(line, at);
    this.#animate(line, [{ strokeDashoffset: 1 }, { strokeDashoffset: 0 }], {
      delay: at,
      duration: motion.regionOutlineMs,
      easing: "ease-in-out",
    });
  }

  #addGhost(drawn: SVGElement, where: "above" | "below" | Layer): SVGElement {
    this.#ghosts.add(drawn);
    const layer = this.renderer.layer(
      where === "above" || where === "below" ? "animations" : where,
    );
    if (where === "below") layer.prepend(drawn);
    else layer.append(drawn);
    return drawn;
  }

  #hideUntil(element: SVGElement, until: number): void {
    this.#animate(element, [{ opacity: 0 }, { opacity: 0 }], { duration: until });
  }

  #fadeIn(element: SVGElement, from: Keyframe, at: number, duration: number): void {
    const frames = [from, { opacity: 1, transform: "none" }];
    this.#animate(element, frames, { delay: at, duration, easing: "ease-out", fill: "backwards" });
  }

  #animate(element: SVGElement, frames: Keyframe[], timing: KeyframeAnimationOptions): void {
    const animation = element.animate(frames, timing);
    animation.playbackRate = this.rate;
    this.#animations.add(animation);
    if (this.#ghosts.has(element) && !element.classList.contains("land"))
      animation.onfinish = () => this.#removeFinishedGhost(element);
  }

  /** Removes a ghost when its last animation has finished. */
  #removeFinishedGhost(ghost: SVGElement): void {
    if (ghost.getAnimations().every(({ playState }) => playState === "finished")) ghost.remove();
  }
}

/** Lifts, slides with ease-out, and sets down. */
function slideFrames(x: number, y: number, lift: number, duration: number): Keyframe[] {
  return [
    { transform: "none" },
    { transform: translate(0, -lift), offset: motion.liftMs / duration, easing: EASE_OUT },
    { transform: translate(x, y - lift), offset: 0.92 },
    { transform: translate(x, y) },
  ];
}

function translate(x: number, y: number): string {
  return `translate(${x.toFixed(1)}px,${y.toFixed(1)}px)`;
}
