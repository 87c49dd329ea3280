// How quick the page is, against the bars that it was built for.

import { gzipSync } from "node:zlib";
import { describe, expect } from "vitest";
import { leastOf } from "./harness/bestOf";
import { boardScript } from "./harness/boardBundle";
import { it } from "./harness/fixtures";
import { GamePage } from "./harness/gamePage";
import { largestPaint } from "./harness/largestPaint";
import { type Bar, writeResults } from "./harness/resultsFile";
import { scriptsOf } from "./harness/scriptBytes";
import type { People, Person } from "./harness/users";

/** Stacks of blue far apart on the large hexagon, blue to move. */
const LARGE_HEXAGON =
  "hexagonal standard 13/14/15/16/17/18/19/20/4(a)16/22/23/24/12(a)12/24/23/22/4(aa)16/20/19/18/17/16/15/14/13 1 movement 41 h 92,96 0,0 -,- -,- -/-/p/- on *";
const MIDDLE = "m13";

type Page = Person["page"];

const bars: Bar[] = [];

it.afterAll(({ browser }) => writeResults(browser, bars));

async function inANewBrowser(
  people: People,
  measure: (page: Page) => Promise<number>,
): Promise<number> {
  const { page, leave } = await people.arrive();
  const found = await measure(page);
  await leave();
  return found;
}

const kilobytes = (value: number) => `${(value / 1000).toFixed(1)} kB`;

/** Keeps the least of what the rounds measure, in milliseconds; it is under the bar. */
async function expectUnder(
  bar: { what: string; ms: number; told: string },
  measure: () => Promise<number>,
) {
  const least = await leastOf((took) => took < bar.ms, measure);
  bars.push({ what: bar.what, measured: `${least.toFixed(0)} ms`, bar: bar.told });
}

describe("a newcomer", () => {
  it("sees the first page within a second", async ({ people }) => {
    const bar = { what: "largest contentful paint of the first page", ms: 1_000, told: "< 1 s" };
    await expectUnder(bar, () => inANewBrowser(people, (page) => largestPaint(page, "/")));
  });

  it("can press “Play now” within two seconds", async ({ people }) => {
    const bar = { what: "the first page can be used", ms: 2_000, told: "< 2 s" };
    await expectUnder(bar, () => inANewBrowser(people, (page) => since(page, "/", "Play now")));
  });

  it("can place a ring within two seconds after opening a game by its address", async ({
    people,
  }) => {
    const { page, leave } = await people.arrive();
    await page.goto("/");
    await page.getByRole("button", { name: "Play now" }).click();
    await page.waitForURL(/\/game\//);
    const [address, cookies] = [page.url(), await page.context().cookies()];
    await leave();
    const bar = { what: "a game can be played", ms: 2_000, told: "< 2 s" };
    await expectUnder(bar, () =>
      inANewBrowser(people, async (fresh) => {
        await fresh.context().addCookies(cookies);
        return since(fresh, address, "can be chosen");
      }),
    );
  });

  it("makes the first move against the computer with at most three clicks", async ({ people }) => {
    const { page } = await people.arrive();
    await page.addInitScript(() => {
      document.addEventListener("click", () => {
        sessionStorage.clicks = Number(sessionStorage.clicks ?? 0) + 1;
      });
    });
    await page.goto("/");
    await page.getByRole("button", { name: "Play now" }).click();
    const table = new GamePage(page);
    await table.choose("d4");
    await table.expectCell("d4", /blue ring/);
    const clicks = Number(await page.evaluate(() => sessionStorage.clicks));
    bars.push({
      what: "clicks from the first page to the first ring",
      measured: `${clicks}`,
      bar: "≤ 3",
    });
    expect(clicks).toBeLessThanOrEqual(3);
  });
});

describe("scripts", () => {
  it("of the game place are under 150 kB gzipped, the engine's worker included", async ({
    people,
  }) => {
    const { page } = await people.arrive();
    await page.goto("/");
    await page.getByRole("button", { name: "Play now" }).click();
    await page.waitForURL(/\/game\//);
    const again = await page.context().newPage();
    const bytes = scriptsOf(again);
    await again.goto(page.url());
    await new GamePage(again).expectCell("d4", /can be chosen/);
    const sum = await bytes();
    bars.push({
      what: "scripts of the game place, gzipped",
      measured: kilobytes(sum),
      bar: "< 150 kB",
    });
    expect(sum).toBeGreaterThan(80_000);
    expect(sum).toBeLessThan(150_000);
  });

  it("of the board alone are under 20 kB gzipped", () => {
    const bytes = gzipSync(boardScript(), { level: 9 }).length;
    bars.push({ what: "the board alone, gzipped", measured: kilobytes(bytes), bar: "< 20 kB" });
    expect(bytes).toBeLessThan(20_000);
  });
});

describe("on the board with 469 cells", () => {
  async function sitDown(people: People, position = LARGE_HEXAGON): Promise<Person> {
    const person = await people.arrive();
    await person.page.goto(`/sandbox#position=${encodeURIComponent(position)}`);
    await new GamePage(person.page).expectCell(MIDDLE, /can be chosen/);
    return person;
  }

  it("a click on a stack shows where it can go within 50 ms, painted", async ({ people }) => {
    const { page } = await sitDown(people);
    const bar = { what: "click on a stack to its targets, 469 cells", ms: 50, told: "< 50 ms" };
    await expectUnder(bar, async () => {
      const took = await page.evaluate(clickUntilPainted, MIDDLE);
      await page.keyboard.press("Escape");
      await new GamePage(page).expectAsked(/choose a stack/);
      return took;
    });
  });

  it("a click that places a ring shows where it can go within 50 ms, painted", async ({
    people,
  }) => {
    const { page } = await sitDown(people, LARGE_HEXAGON.replace("movement", "ring_placement"));
    const bar = {
      what: "click that places a ring to its targets, 469 cells",
      ms: 50,
      told: "< 50 ms",
    };
    await expectUnder(bar, async () => {
      const took = await page.evaluate(clickUntilPainted, MIDDLE);
      await page.getByRole("button", { name: "Undo" }).click();
      await new GamePage(page).expectAsked(/place a ring/);
      return took;
    });
  });

  it("95% of the frames of a move take under 33 ms", async ({ people }) => {
    const slow = await leastOf(
      (share) => share <= 0.05,
      async () => {
        const { page, leave } = await sitDown(people);
        await new GamePage(page).click(MIDDLE);
        await new GamePage(page).expectCell("y1", /can be chosen/);
        const found = await page.evaluate(slowFrames, "y1");
        await leave();
        return found;
      },
    );
    bars.push({
      what: "frames of a move under 33 ms, 469 cells",
      measured: `${(100 * (1 - slow)).toFixed(0)}%`,
      bar: "≥ 95%",
    });
  });
});

/** Milliseconds from opening the address until something with these words is in the page, and the page is idle enough to tell. */
async function since(page: Page, address: string, words: string): Promise<number> {
  await page.goto(address, { waitUntil: "commit" });
  const handle = await page.waitForFunction((wanted) => {
    const board = document.querySelector("ringrift-board")?.shadowRoot;
    const found =
      [...document.querySelectorAll("button:enabled")].some(
        (button) => button.textContent === wanted,
      ) || board?.querySelector(`[aria-label$='${wanted}']`);
    return found ? performance.now() : null;
  }, words);
  return (await handle.jsonValue()) ?? Number.POSITIVE_INFINITY;
}

/** Runs on the page: milliseconds from a click on a cell until its targets are painted. */
async function clickUntilPainted(name: string): Promise<number> {
  const root = document.querySelector("ringrift-board")?.shadowRoot;
  const tile = root?.querySelector<SVGElement>(`[data-name="${name}"]`);
  if (!root || !tile) throw new Error(`there is no ${name}`);
  const start = performance.now();
  tile.dispatchEvent(new MouseEvent("click", { bubbles: true, composed: true }));
  while (!tile.getAttribute("aria-label")?.includes(", chosen"))
    await new Promise((done) => setTimeout(done));
  await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
  return performance.now() - start;
}

/** Runs on the page: the share of frames that take 33 ms or more, from a click on a target until its move has landed. */
async function slowFrames(name: string): Promise<number> {
  const root = document.querySelector("ringrift-board")?.shadowRoot;
  const flights = root?.querySelector(".animations");
  const tile = root?.querySelector<SVGElement>(`[data-name="${name}"]`);
  if (!flights || !tile) throw new Error(`there is no ${name}`);
  // Not by frames: a whole flight may pass between two of a machine that has no time.
  const begun = new Promise<void>((seen) =>
    new MutationObserver(() => seen()).observe(flights, { childList: true }),
  );
  const nextFrame = () => new Promise<number>(requestAnimationFrame);
  tile.dispatchEvent(new MouseEvent("click", { bubbles: true, composed: true }));
  await begun;
  const times = [await nextFrame()];
  while (flights.childElementCount > 0) times.push(await nextFrame());
  const frames = times.slice(1).map((time, i) => time - (times[i] ?? 0));
  return frames.length < 5 ? 1 : frames.filter((frame) => frame >= 33).length / frames.length;
}
