// The way from one state to the next as an animation. The board already shows the later state when it starts: what flies is
// drawn apart, above it, and what is not yet there is only hidden. So to stop at any moment leaves the later state.

import type { Seat } from "../rules/wire";
import type { Mover, Plan } from "./animationTimeline";
import { type Change, type Holding, ringsLost } from "./cellContents";
import type { Point } from "./layout";
import type { Scene, Spot } from "./render";
import { look } from "./theme";

const TURN = 80; // milliseconds: half of a marker's flip
const APPEAR = 120;
const COLLAPSE = 180;
const FLY = 420;
const FLY_APART = 40; // between two rings that leave
const DROP = 0.5; // of a cell: from how high placed rings come

export class Flight {
  readonly #animations = new Set<Animation>();
  readonly #ghosts = new Set<SVGElement>();

  /** `counter`: the point that the eliminated rings fly to. */
  constructor(
    readonly scene: Scene,
    readonly counter: Point,
  ) {}

  /** Resolves when everything has landed, or was stopped. */
  async run(plan: Plan): Promise<void> {
    for (const { change, at } of plan.beats) this.#change(change, at, plan);
    if (plan.mover) this.#slide(plan.mover, plan.arrival);
    await Promise.allSettled([...this.#animations].map(({ finished }) => finished));
    this.stop();
  }

  stop(): void {
    for (const animation of this.#animations) animation.cancel();
    for (const ghost of this.#ghosts) ghost.remove();
    this.#animations.clear();
    this.#ghosts.clear();
  }

  #change({ key, was, is }: Change, at: number, { mover, arrival }: Plan): void {
    const spot = this.scene.spots.get(key);
    if (!spot) return;
    const leaves = mover?.from === key;
    const lands = mover?.to === key && mover.holding.kind === "stack";
    if (!leaves) this.#goes(spot, was, is, at);
    this.#comes(spot, was, is, at);
    if (leaves) return;
    const arrived = lands ? [...mover.holding.seats, ...(mover.ring ? [mover.ring] : [])] : [];
    const stood = was.kind === "stack" ? was.seats : [];
    const stands = is.kind === "stack" ? is.seats : [];
    if (!mover && stands.length > stood.length) this.#drop(spot, stood.length, stands, arrival);
    else if (mover?.target !== key) this.#fly(spot, ringsLost([...arrived, ...stood], stands), at);
  }

  /** What the cell held stays until its moment. */
  #goes(spot: Spot, was: Holding, is: Holding, at: number): void {
    const [top] = was.seats;
    if (!top || was.kind === "territory") return;
    const { at: point } = spot.cell;
    if (was.kind === "stack") {
      const old = this.#ghost(this.scene.pieces.stack(was.seats, point), "below");
      this.#animate(old, [{ opacity: 1, easing: "step-end" }, { opacity: 0 }], {
        duration: at,
        fill: "forwards",
      });
      return;
    }
    const old = this.#ghost(this.scene.pieces.marker(top, point), "below");
    const flips = is.kind === "marker";
    const end = flips ? { transform: "scaleY(0)" } : { transform: "scale(.4)", opacity: 0 };
    const timing = {
      delay: at,
      duration: flips ? TURN : is.kind === "stack" ? 0 : APPEAR,
      fill: "both" as const,
    };
    this.#animate(old, [{ transform: "none", opacity: 1 }, end], timing);
  }

  /** What the cell holds now waits for its moment. */
  #comes(spot: Spot, was: Holding, is: Holding, at: number): void {
    if (spot.badge) this.#wait(spot.badge, at);
    if (is.kind === "territory") {
      const cover = spot.land?.firstElementChild as SVGElement | null;
      if (cover) this.#appear(cover, { opacity: 0, transform: "scale(.5)" }, at, COLLAPSE);
    } else if (spot.piece && is.kind === "marker") {
      const flips = was.kind === "marker";
      const start = flips
        ? { opacity: 1, transform: "scaleY(0)" }
        : { opacity: 0, transform: "scale(.4)" };
      this.#appear(spot.piece, start, flips ? at + TURN : at, flips ? TURN : APPEAR);
    } else if (spot.piece) this.#wait(spot.piece, at);
  }

  #slide({ holding, from, to, target, ring, passes }: Mover, arrival: number): void {
    const { pieces, spots, layout } = this.scene;
    const [start, end] = [spots.get(from)?.cell.at, spots.get(to)?.cell.at];
    if (!start || !end) return;
    const stands = holding.kind === "stack";
    const { seats } = holding;
    const under = ring && target ? pieces.step(seats.length + 1) : 0;
    if (ring && target) this.#under(ring, spots.get(target), end, passes, arrival);
    const ghost = this.#ghost(
      stands ? pieces.stack(seats, start) : pieces.marker(seats[0] as Seat, start),
      "above",
    );
    const [x, y] = [end.x - start.x, end.y - start.y];
    const lift = look.motion.lift * layout.piece * (stands ? 1 : 0.3) + under;
    const middle = move(x / 2, y / 2 - lift);
    const frames = [
      { transform: "none" },
      { transform: middle },
      { transform: move(x, y - under) },
    ];
    this.#animate(ghost, frames, { duration: arrival, easing: "ease-in-out", fill: "forwards" });
  }

  /** The captured ring goes from the top of its stack to the foot of its captor. */
  #under(ring: Seat, target: Spot | undefined, end: Point, from: number, until: number): void {
    if (!target) return;
    const { pieces } = this.scene;
    const height = target.holding.kind === "stack" ? target.holding.seats.length : 0;
    const foot = pieces.foot(target.cell.at);
    const top = foot.y - height * pieces.step(height + 1);
    const ghost = this.#ghost(pieces.rings([ring], { x: foot.x, y: top }, pieces.step(1)), "above");
    const way = move(end.x - foot.x, pieces.foot(end).y - top);
    this.#wait(ghost, from);
    const timing = {
      delay: from,
      duration: until - from,
      easing: "ease-out",
      fill: "forwards" as const,
    };
    this.#animate(ghost, [{ transform: "none" }, { transform: way }], timing);
  }

  /** Placed rings come down on what stood there. */
  #drop(spot: Spot, stood: number, rings: Seat[], arrival: number): void {
    const { pieces } = this.scene;
    const step = pieces.step(rings.length);
    const foot = pieces.foot(spot.cell.at);
    const placed = rings.slice(0, rings.length - stood);
    const ghost = this.#ghost(
      pieces.rings(placed, { x: foot.x, y: foot.y - stood * step }, step),
      "above",
    );
    const high = { opacity: 0, transform: move(0, -DROP * pieces.size) };
    this.#animate(ghost, [high, { opacity: 1, transform: "none" }], {
      duration: arrival,
      easing: "ease-out",
    });
  }

  /** Eliminated rings leave for the counter of the seat that they are credited to. */
  #fly(spot: Spot, rings: Seat[], at: number): void {
    const { pieces } = this.scene;
    const foot = pieces.foot(spot.cell.at);
    const left = spot.holding.kind === "stack" ? spot.holding.seats.length : 0;
    const step = pieces.step(left + rings.length);
    rings.toReversed().forEach((ring, index) => {
      const y = foot.y - (left + index) * step;
      const ghost = this.#ghost(pieces.rings([ring], { x: foot.x, y }, step), "above");
      const [far, up] = [this.counter.x - foot.x, this.counter.y - y];
      const wait = at + (rings.length - 1 - index) * FLY_APART;
      this.#wait(ghost, at);
      const frames = [
        { transform: "none", opacity: 1 },
        {
          transform: move(far * 0.1, up * 0.1 - look.motion.lift * pieces.size),
          opacity: 1,
          offset: 0.3,
        },
        { transform: move(far, up), opacity: 0 },
      ];
      this.#animate(ghost, frames, {
        delay: wait,
        duration: FLY,
        easing: "ease-in",
        fill: "forwards",
      });
    });
  }

  #ghost(drawn: SVGElement, where: "above" | "below"): SVGElement {
    const layer = this.scene.layer("flights");
    this.#ghosts.add(drawn);
    if (where === "above") layer.append(drawn);
    else layer.prepend(drawn);
    return drawn;
  }

  #wait(element: SVGElement, until: number): void {
    this.#animate(element, [{ opacity: 0 }, { opacity: 0 }], { duration: until });
  }

  #appear(element: SVGElement, from: Keyframe, at: number, duration: number): void {
    const frames = [from, { opacity: 1, transform: "none" }];
    this.#animate(element, frames, { delay: at, duration, easing: "ease-out", fill: "backwards" });
  }

  #animate(element: SVGElement, frames: Keyframe[], timing: KeyframeAnimationOptions): void {
    const animation = element.animate(frames, timing);
    this.#animations.add(animation);
    if (this.#ghosts.has(element)) animation.onfinish = () => this.#landed(element);
  }

  /** A ghost is gone as soon as nothing moves it. */
  #landed(ghost: SVGElement): void {
    if (ghost.getAnimations().every(({ playState }) => playState === "finished")) ghost.remove();
  }
}

function move(x: number, y: number): string {
  return `translate(${x.toFixed(1)}px,${y.toFixed(1)}px)`;
}
