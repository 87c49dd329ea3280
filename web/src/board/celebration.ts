// The end of a game: everything but the winner's pieces and territory dims, and these pulse once.

import type { Seat } from "../rules/wire";
import { look } from "./look";
import type { BoardRenderer } from "./render";

const { fadeMs, dimMs, pulseMs } = look.motion;

export class Celebration {
  readonly #animations: Animation[] = [];
  readonly #dimmed: SVGElement[];
  readonly #own: SVGElement[];

  constructor(renderer: BoardRenderer, winner: Seat) {
    const cells = [...renderer.renderedCells.values()];
    const lands = [...renderer.layer("territories").querySelectorAll<SVGElement>(".land")];
    const isOwn = (land: SVGElement): boolean => land.dataset.seat === String(winner);
    this.#dimmed = [
      ...cells.flatMap(({ piece, badge, contents }) =>
        piece && contents.seats[0] !== winner ? [piece, ...badge] : [],
      ),
      ...lands.filter((land) => !isOwn(land)),
    ];
    this.#own = [
      ...cells.flatMap(({ piece, contents }) =>
        piece && contents.seats[0] === winner ? [piece] : [],
      ),
      ...lands.filter(isOwn),
    ];
  }

  /** Resolves when the pulse is over; without motion at once. */
  async run(moves: boolean, rate: number): Promise<void> {
    for (const element of this.#dimmed) element.classList.add("dimmed");
    if (!moves) return;
    for (const element of this.#dimmed)
      this.#animate(element, rate, [{ opacity: 1 }, {}], {
        delay: fadeMs,
        duration: dimMs,
        fill: "backwards",
      });
    for (const element of this.#own)
      this.#animate(
        element,
        rate,
        [{ scale: "1" }, { scale: "1.07", offset: 0.4 }, { scale: "1" }],
        {
          delay: fadeMs + dimMs,
          duration: pulseMs,
          easing: "ease-in-out",
        },
      );
    await Promise.allSettled(this.#animations.map(({ finished }) => finished));
  }

  stop(): void {
    for (const animation of this.#animations) animation.cancel();
    for (const element of this.#dimmed) element.classList.remove("dimmed");
  }

  #animate(
    element: SVGElement,
    rate: number,
    frames: Keyframe[],
    timing: KeyframeAnimationOptions,
  ): void {
    const animation = element.animate(frames, timing);
    animation.playbackRate = rate;
    this.#animations.push(animation);
  }
}
