// Animates the step from one state to the next. The board already shows the new state: moving
// pieces are ghosts above it, and changed cells are hidden until their moment. Stopping at any time
// leaves the new state.

import type { Seat } from "../rules/wire";
import type { AnimationTimeline, MovingPiece } from "./animationTimeline";
import { type CellChange, type CellContents, ringsRemoved } from "./cellContents";
import type { Point } from "./layout";
import { look } from "./look";
import type { BoardRenderer, RenderedCell } from "./render";

const HALF_FLIP_MS = 80; // half of a marker's flip
const APPEAR_MS = 120;
const COLLAPSE_MS = 180;
const ELIMINATION_MS = 420;
const ELIMINATION_STAGGER_MS = 40; // between two eliminated rings
const DROP_HEIGHT = 0.5; // in cells: where placed rings start to fall

export class MoveAnimation {
  readonly #animations = new Set<Animation>();
  readonly #ghosts = new Set<SVGElement>();

  /** `counter`: where eliminated rings fly to. */
  constructor(
    readonly renderer: BoardRenderer,
    readonly counter: Point,
  ) {}

  /** Resolves when the animation has finished or was stopped. */
  async run(plan: AnimationTimeline): Promise<void> {
    for (const { change, at } of plan.changes) this.#animateChange(change, at, plan);
    if (plan.mover) this.#slideMover(plan.mover, plan.arrivesAt);
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
    if (!leaves) this.#hideOldContents(rendered, before, after, at);
    this.#revealNewContents(rendered, before, after, at);
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
  #hideOldContents(
    rendered: RenderedCell,
    before: CellContents,
    after: CellContents,
    at: number,
  ): void {
    const [top] = before.seats;
    if (!top || before.kind === "territory") return;
    const { centre: point } = rendered.cell;
    if (before.kind === "stack") {
      const old = this.#addGhost(this.renderer.pieces.stack(before.seats, point), "below");
      this.#animate(old, [{ opacity: 1, easing: "step-end" }, { opacity: 0 }], {
        duration: at,
        fill: "forwards",
      });
      return;
    }
    const old = this.#addGhost(this.renderer.pieces.marker(top, point), "below");
    const flips = after.kind === "marker";
    const end = flips ? { transform: "scaleY(0)" } : { transform: "scale(.4)", opacity: 0 };
    const timing = {
      delay: at,
      duration: flips ? HALF_FLIP_MS : after.kind === "stack" ? 0 : APPEAR_MS,
      fill: "both" as const,
    };
    this.#animate(old, [{ transform: "none", opacity: 1 }, end], timing);
  }

  /** Hides the new contents until the cell changes. */
  #revealNewContents(
    rendered: RenderedCell,
    before: CellContents,
    after: CellContents,
    at: number,
  ): void {
    if (rendered.badge) this.#hideUntil(rendered.badge, at);
    if (after.kind === "territory") {
      const cover = rendered.territory?.firstElementChild as SVGElement | null;
      if (cover) this.#fadeIn(cover, { opacity: 0, transform: "scale(.5)" }, at, COLLAPSE_MS);
    } else if (rendered.piece && after.kind === "marker") {
      const flips = before.kind === "marker";
      const start = flips
        ? { opacity: 1, transform: "scaleY(0)" }
        : { opacity: 0, transform: "scale(.4)" };
      this.#fadeIn(
        rendered.piece,
        start,
        flips ? at + HALF_FLIP_MS : at,
        flips ? HALF_FLIP_MS : APPEAR_MS,
      );
    } else if (rendered.piece) this.#hideUntil(rendered.piece, at);
  }

  #slideMover(
    { contents, from, to, target, ring, passesTargetAt: passes }: MovingPiece,
    arrivesAt: number,
  ): void {
    const { pieces, renderedCells, layout } = this.renderer;
    const [start, end] = [renderedCells.get(from)?.cell.centre, renderedCells.get(to)?.cell.centre];
    if (!start || !end) return;
    const isStack = contents.kind === "stack";
    const { seats } = contents;
    const under = ring && target ? pieces.ringSpacing(seats.length + 1) : 0;
    if (ring && target)
      this.#slideCapturedRing(ring, renderedCells.get(target), end, passes, arrivesAt);
    const ghost = this.#addGhost(
      isStack ? pieces.stack(seats, start) : pieces.marker(seats[0] as Seat, start),
      "above",
    );
    const [x, y] = [end.x - start.x, end.y - start.y];
    const lift = look.motion.lift * layout.piece * (isStack ? 1 : 0.3) + under;
    const middle = translate(x / 2, y / 2 - lift);
    const frames = [
      { transform: "none" },
      { transform: middle },
      { transform: translate(x, y - under) },
    ];
    this.#animate(ghost, frames, { duration: arrivesAt, easing: "ease-in-out", fill: "forwards" });
  }

  /** Moves the captured ring from the top of its stack to the bottom of the capturing stack. */
  #slideCapturedRing(
    ring: Seat,
    target: RenderedCell | undefined,
    end: Point,
    from: number,
    until: number,
  ): void {
    if (!target) return;
    const { pieces } = this.renderer;
    const height = target.contents.kind === "stack" ? target.contents.seats.length : 0;
    const foot = pieces.stackBase(target.cell.centre);
    const top = foot.y - height * pieces.ringSpacing(height + 1);
    const ghost = this.#addGhost(
      pieces.rings([ring], { x: foot.x, y: top }, pieces.ringSpacing(1)),
      "above",
    );
    const path = translate(end.x - foot.x, pieces.stackBase(end).y - top);
    this.#hideUntil(ghost, from);
    const timing = {
      delay: from,
      duration: until - from,
      easing: "ease-out",
      fill: "forwards" as const,
    };
    this.#animate(ghost, [{ transform: "none" }, { transform: path }], timing);
  }

  /** Drops placed rings onto the stack that was there. */
  #dropPlacedRings(
    rendered: RenderedCell,
    oldRings: number,
    rings: Seat[],
    arrivesAt: number,
  ): void {
    const { pieces } = this.renderer;
    const step = pieces.ringSpacing(rings.length);
    const foot = pieces.stackBase(rendered.cell.centre);
    const placed = rings.slice(0, rings.length - oldRings);
    const ghost = this.#addGhost(
      pieces.rings(placed, { x: foot.x, y: foot.y - oldRings * step }, step),
      "above",
    );
    const high = { opacity: 0, transform: translate(0, -DROP_HEIGHT * pieces.size) };
    this.#animate(ghost, [high, { opacity: 1, transform: "none" }], {
      duration: arrivesAt,
      easing: "ease-out",
    });
  }

  /** Flies eliminated rings to the counter of the seat that they are credited to. */
  #flyEliminatedRings(rendered: RenderedCell, rings: Seat[], at: number): void {
    const { pieces } = this.renderer;
    const foot = pieces.stackBase(rendered.cell.centre);
    const left = rendered.contents.kind === "stack" ? rendered.contents.seats.length : 0;
    const step = pieces.ringSpacing(left + rings.length);
    rings.toReversed().forEach((ring, index) => {
      const y = foot.y - (left + index) * step;
      const ghost = this.#addGhost(pieces.rings([ring], { x: foot.x, y }, step), "above");
      const [far, up] = [this.counter.x - foot.x, this.counter.y - y];
      const delay = at + (rings.length - 1 - index) * ELIMINATION_STAGGER_MS;
      this.#hideUntil(ghost, at);
      const frames = [
        { transform: "none", opacity: 1 },
        {
          transform: translate(far * 0.1, up * 0.1 - look.motion.lift * pieces.size),
          opacity: 1,
          offset: 0.3,
        },
        { transform: translate(far, up), opacity: 0 },
      ];
      this.#animate(ghost, frames, {
        delay,
        duration: ELIMINATION_MS,
        easing: "ease-in",
        fill: "forwards",
      });
    });
  }

  #addGhost(drawn: SVGElement, where: "above" | "below"): SVGElement {
    const layer = this.renderer.layer("animations");
    this.#ghosts.add(drawn);
    if (where === "above") layer.append(drawn);
    else layer.prepend(drawn);
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
    this.#animations.add(animation);
    if (this.#ghosts.has(element)) animation.onfinish = () => this.#removeFinishedGhost(element);
  }

  /** Removes a ghost when its last animation has finished. */
  #removeFinishedGhost(ghost: SVGElement): void {
    if (ghost.getAnimations().every(({ playState }) => playState === "finished")) ghost.remove();
  }
}

function translate(x: number, y: number): string {
  return `translate(${x.toFixed(1)}px,${y.toFixed(1)}px)`;
}
