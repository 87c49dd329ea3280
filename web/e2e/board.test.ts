import { readFileSync } from "node:fs";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import type { RingriftBoard } from "../src/board/element";
import type { Marks } from "../src/board/types";
import type { State } from "../src/rules/wire";
import { allSteps, picture, step } from "../tests/board/scenes";
import { test } from "./harness/boardPage";

const AXE = readFileSync(new URL(import.meta.resolve("axe-core/axe.min.js")), "utf8");

async function show(page: Page, state: State, marks: Marks = {}): Promise<void> {
  await page.evaluate(
    ([state, marks]) => {
      const board = document.querySelector("ringrift-board") as RingriftBoard;
      void board.show(state);
      board.marks = marks;
    },
    [state, marks] as const,
  );
}

describe("motion", () => {
  test.for(allSteps)(
    "ends with the state, as if there had been none: %s",
    async ([_, { before, move, after }], { openBoard }) => {
      const page = await openBoard('motion="on"');
      const result = await page.evaluate(
        async ([before, move, after]) => {
          const board = document.querySelector("ringrift-board") as RingriftBoard;
          const still = document.createElement("ringrift-board") as RingriftBoard;
          still.setAttribute("motion", "off");
          document.body.append(still);
          const drawn = (of: RingriftBoard): string[] => {
            const layers = [...(of.shadowRoot?.querySelectorAll("svg > g") ?? [])];
            return layers.map((layer) => layer.innerHTML);
          };
          for (const one of [board, still]) void one.show(before);
          void still.show(after, move);
          still.remove();
          const way = board.show(after, move);
          const moving =
            document.getAnimations().length + (board.shadowRoot?.getAnimations().length ?? 0);
          await way;
          const left = board.shadowRoot?.getAnimations().length;
          return {
            moving,
            left,
            same: JSON.stringify(drawn(board)) === JSON.stringify(drawn(still)),
          };
        },
        [before, move, after] as const,
      );
      expect(result.moving).toBeGreaterThan(0);
      expect(result).toMatchObject({ left: 0, same: true });
    },
  );

  test("that is interrupted leaves the later state and nothing in flight", async ({
    openBoard,
  }) => {
    const page = await openBoard('motion="on"');
    const first = step("chain-after", 0);
    const second = step("chain-after", 1);
    const result = await page.evaluate(
      async ([first, second]) => {
        const board = document.querySelector("ringrift-board") as RingriftBoard;
        const fresh = document.createElement("ringrift-board") as RingriftBoard;
        document.body.append(fresh);
        const layers = ["land", "stands", "badges", "flights"];
        const drawn = (of: RingriftBoard): string[] =>
          layers.flatMap((layer) =>
            [
              ...(of.shadowRoot?.querySelectorAll(`.${layer} :is(ellipse,path,circle,text)`) ?? []),
            ].map((one) => one.outerHTML),
          );
        void board.show(first.before);
        const way = board.show(first.after, first.move);
        await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
        void board.show(second.after, second.move);
        await way;
        await new Promise((painted) => requestAnimationFrame(painted));
        void board.show(first.before);
        void fresh.show(first.before);
        return {
          same: JSON.stringify(drawn(board).sort()) === JSON.stringify(drawn(fresh).sort()),
          left: board.shadowRoot?.getAnimations().length,
          flying: board.shadowRoot?.querySelector(".animations")?.children.length,
        };
      },
      [first, second] as const,
    );
    expect(result).toEqual({ same: true, left: 0, flying: 0 });
  });

  test.for([
    ["the attribute", 'motion="off"', "no-preference"],
    ["the system", 'motion="auto"', "reduce"],
  ] as const)("is turned off by %s", async ([_, attributes, reducedMotion], { openBoard }) => {
    const page = await openBoard(attributes, { reducedMotion });
    const { before, move, after } = step("move-after");
    const moving = await page.evaluate(
      ([before, move, after]) => {
        const board = document.querySelector("ringrift-board") as RingriftBoard;
        void board.show(before);
        void board.show(after, move);
        return board.shadowRoot?.getAnimations().length;
      },
      [before, move, after] as const,
    );
    expect(moving).toBe(0);
  });

  test("sends eliminated rings to the counter that the page names", async ({ openBoard }) => {
    const page = await openBoard('motion="on"');
    const { before, move, after } = step("landing-after");
    const drawn = await page.evaluate(
      ([before, move, after]) => {
        const board = document.querySelector("ringrift-board") as RingriftBoard;
        const seats: number[] = [];
        board.addEventListener("ringrift-counter", (event) => {
          const { detail } = event as CustomEvent<{ seat: number; element: Element | null }>;
          seats.push(detail.seat);
          detail.element = document.querySelector("h1");
        });
        void board.show(before);
        void board.show(after, move);
        const frames = board.shadowRoot
          ?.getAnimations()
          .flatMap(({ effect }) => (effect as KeyframeEffect).getKeyframes());
        const ups = frames?.map(({ transform }) =>
          Number(/, ?(-?[\d.]+)px/.exec(String(transform))?.[1] ?? 0),
        );
        return { seats, highest: Math.min(...(ups ?? [])) };
      },
      [before, move, after] as const,
    );
    expect(drawn.seats).toEqual([1]);
    expect(drawn.highest).toBeLessThan(-200); // up to the heading, and not down to the seat's own side
  });
});

describe.each(["slate", "walnut", "paper", "contrast"])("in the theme %s", (theme) => {
  test.for(["board", "hex8", "square19 for 4", "hexagonal for 4"])(
    "axe finds nothing on %s",
    async (name, { openBoard }) => {
      const page = await openBoard(`theme="${theme}"`);
      await show(page, picture(name).state, picture(name).marks);
      await page.evaluate(AXE);
      const results = (await page.evaluate(
        "axe.run(document.querySelector('main'), { resultTypes: ['violations'] })",
      )) as AxeResults;
      expect(results.violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
    },
  );
});

test("a marker turns where it lies", async ({ openBoard }) => {
  const page = await openBoard('motion="on"');
  const { before, move, after } = step("move-after");
  const drift = await page.evaluate(
    ([before, move, after]) => {
      const board = document.querySelector("ringrift-board") as RingriftBoard;
      void board.show(before);
      void board.show(after, move);
      const animations = board.shadowRoot?.getAnimations() ?? [];
      for (const animation of animations) animation.pause();
      const flips = animations.filter(({ effect }) =>
        JSON.stringify((effect as KeyframeEffect).getKeyframes()).includes("scaleY"),
      );
      const middle = ({ effect }: Animation): number => {
        const box = (effect as KeyframeEffect).target?.getBoundingClientRect() as DOMRect;
        return box.y + box.height / 2;
      };
      return flips.map((flip) => {
        const { delay = 0, duration } = flip.effect?.getTiming() ?? {};
        flip.currentTime = delay + 0.4 * Number(duration);
        const during = middle(flip);
        flip.cancel();
        return Math.abs(during - middle(flip));
      });
    },
    [before, move, after] as const,
  );
  expect(drift.length).toBeGreaterThan(0);
  for (const far of drift) expect(far).toBeLessThan(3);
});

test("a lens shows the surroundings of a small cell while it is pointed at", async ({
  openBoard,
}) => {
  const page = await openBoard("", { viewport: { width: 390, height: 844 } });
  await show(page, picture("hexagonal for 4").state);
  const lens = page.locator("ringrift-board .lens");
  expect(await lens.isVisible()).toBe(false);
  await page.locator('[data-name="m13"]').hover();
  await lens.waitFor();
  expect(await lens.locator("path").count()).toBeGreaterThan(12);
  await page.mouse.move(5, 5);
  await lens.waitFor({ state: "hidden" });
});

test("a click during an animation finishes it and is not lost", async ({ openBoard }) => {
  const page = await openBoard('motion="on"');
  const { before, move, after } = step("move-after");
  const result = await page.evaluate(
    ([before, move, after]) => {
      const board = document.querySelector("ringrift-board") as RingriftBoard;
      const chosen: string[] = [];
      board.addEventListener("ringrift-cell", (event) =>
        chosen.push((event as CustomEvent<{ name: string }>).detail.name),
      );
      void board.show(before);
      void board.show(after, move);
      const running = board.shadowRoot?.getAnimations().length ?? 0;
      const tile = board.shadowRoot?.querySelector('[data-name="c3"]');
      tile?.dispatchEvent(new MouseEvent("click", { bubbles: true, composed: true }));
      return { running, chosen, left: board.shadowRoot?.getAnimations().length };
    },
    [before, move, after] as const,
  );
  expect(result.running).toBeGreaterThan(0);
  expect(result).toMatchObject({ chosen: ["c3"], left: 0 });
});

test("the end of a game dims all but the winner", async ({ openBoard }) => {
  const page = await openBoard('motion="off"');
  const { before, move, after } = step("victory-rings");
  const shown = await page.evaluate(
    async ([before, move, after]) => {
      const board = document.querySelector("ringrift-board") as RingriftBoard;
      void board.show(before);
      await board.show(after, move);
      const rings = [...(board.shadowRoot?.querySelectorAll(".pieces g.piece") ?? [])];
      return rings.map((piece) => ({
        dimmed: piece.classList.contains("dimmed"),
        top: piece.lastElementChild?.getAttribute("href"),
      }));
    },
    [before, move, { ...after, winner: 1 as const }] as const,
  );
  expect(shown.length).toBeGreaterThan(1);
  for (const { dimmed, top } of shown) expect(dimmed).toBe(!top?.endsWith("1"));
});
