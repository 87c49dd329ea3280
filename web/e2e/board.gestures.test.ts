import type { Browser, CDPSession, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { RingriftBoard } from "../src/board/element";
import type { Marks } from "../src/board/types";
import { picture } from "../tests/board/scenes";
import { builtBoard, heardOn, listen, openBoard, startBrowser } from "./board.page";

let script: Buffer;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  script = await builtBoard();
  browser = await startBrowser();
});
afterAll(() => browser.close());

async function shown(name: string, marks: Marks, options = {}): Promise<Page> {
  const opened = await openBoard(browser, script, 'motion="off"', options);
  await opened.page.evaluate(
    ([state, marks]) => {
      const board = document.querySelector("ringrift-board") as RingriftBoard;
      void board.show(state);
      board.marks = marks;
    },
    [picture(name).state, marks] as const,
  );
  await opened.page.evaluate(listen);
  return opened.page;
}

async function middle(name: string): Promise<{ x: number; y: number }> {
  const box = await page.locator(`[data-name="${name}"]`).boundingBox();
  if (!box) throw new Error(`${name} is not seen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

const seen = (): Promise<string | null> => page.locator("ringrift-board svg").getAttribute("viewBox");

describe("a mouse", () => {
  beforeEach(async () => {
    page = await shown("square19 for 2", {});
  });
  afterEach(() => page.context().close());

  test("chooses the cell it clicks, and points at the cell it is over", async () => {
    const { x, y } = await middle("d4");
    await page.mouse.move(x, y);
    expect(await heardOn(page)).toEqual(["point 3,3"]);
    await page.mouse.click(x, y);
    expect(await heardOn(page)).toEqual(["cell d4"]);
    await page.mouse.move(1, 1);
    expect(await heardOn(page)).toEqual(["point"]);
  });

  test("means the nearest cell between tiles and just beyond the rim", async () => {
    const [d4, e4, a1] = [await middle("d4"), await middle("e4"), await middle("a1")];
    const between = d4.x + (e4.x - d4.x) * 0.499;
    await page.mouse.click(between, d4.y);
    await page.mouse.click(a1.x - (e4.x - d4.x) * 0.6, a1.y);
    expect((await heardOn(page)).filter((event) => event.startsWith("cell"))).toEqual(["cell d4", "cell a1"]);
  });

  test("scrolls the page with its wheel as long as the board is seen whole", async () => {
    await page.setViewportSize({ width: 800, height: 400 });
    const { x, y } = await middle("d15");
    await page.mouse.move(x, y);
    const whole = await seen();
    await page.mouse.wheel(0, 120);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
    expect(await seen()).toBe(whole);
  });

  test("zooms with wheel and Ctrl about the point where it is, then pans by dragging without choosing", async () => {
    const before = await middle("d4");
    await page.mouse.move(before.x, before.y);
    await page.keyboard.down("Control");
    for (let notch = 0; notch < 4; notch++) await page.mouse.wheel(0, -100);
    await page.keyboard.up("Control");
    await expect.poll(seen).not.toBe("0 0 820 820");
    const after = await middle("d4");
    expect(Math.hypot(after.x - before.x, after.y - before.y)).toBeLessThan(2);
    await heardOn(page);
    await page.mouse.down();
    await page.mouse.move(after.x + 90, after.y - 60, { steps: 5 });
    await page.mouse.up();
    const panned = await middle("d4");
    expect(Math.round(panned.x - after.x)).toBeCloseTo(90, -1);
    expect((await heardOn(page)).filter((event) => event.startsWith("cell"))).toEqual([]);
    await page.mouse.click(panned.x, panned.y);
    expect(await heardOn(page)).toContain("cell d4");
  });

  test("zooms by buttons, and back to the whole board", async () => {
    const whole = await seen();
    await page.getByRole("button", { name: "Zoom in" }).click();
    expect(await seen()).not.toBe(whole);
    await page.getByRole("button", { name: "Show the whole board" }).click();
    expect(await seen()).toBe(whole);
    expect(await page.getByRole("button", { name: "Zoom out" }).isDisabled()).toBe(true);
  });
});

describe("the keyboard in a zoomed board", () => {
  test("keeps the cell that it walks to in sight", async () => {
    page = await shown("square19 for 2", {});
    const { x, y } = await middle("j10");
    await page.mouse.click(x, y);
    await page.keyboard.press("+");
    await page.keyboard.press("+");
    await page.keyboard.press("+");
    await page.keyboard.press("Home");
    await page.keyboard.press("PageUp");
    const [board, a19] = [await page.locator("ringrift-board svg").boundingBox(), await middle("a19")];
    expect(a19.x).toBeGreaterThan(board?.x ?? Number.POSITIVE_INFINITY);
    expect(a19.y).toBeGreaterThan(board?.y ?? Number.POSITIVE_INFINITY);
    await page.keyboard.type("a19-c19");
    await page.keyboard.press("Enter");
    expect(await heardOn(page)).toContain("notation a19-c19");
    await page.context().close();
  });
});

describe("a finger on a phone", () => {
  let fingers: CDPSession;
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
  beforeEach(async () => {
    page = await shown("hexagonal for 2", { targets: ["0,0,0"] }, phone);
    fingers = await page.context().newCDPSession(page);
  });
  afterEach(() => page.context().close());

  async function touch(type: "Start" | "Move" | "End", points: { x: number; y: number }[]): Promise<void> {
    await fingers.send("Input.dispatchTouchEvent", { type: `touch${type}`, touchPoints: points });
  }

  test("does not scroll sideways", async () => {
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });

  test("that just misses a target means the target", async () => {
    const { x, y } = await middle("m13");
    await page.touchscreen.tap(x + 17, y);
    expect((await heardOn(page)).filter((event) => event.startsWith("cell"))).toEqual(["cell m13"]);
    await page.touchscreen.tap(x + 60, y);
    expect((await heardOn(page)).filter((event) => event.startsWith("cell"))).not.toEqual(["cell m13"]);
  });

  test("that rests on a cell points at it and chooses nothing", async () => {
    const point = await middle("m13");
    await touch("Start", [point]);
    await expect.poll(() => heardOn(page)).toEqual(["point 0,0,0"]);
    await touch("End", []);
    await expect.poll(() => heardOn(page)).toEqual(["point"]);
  });

  test("zooms by a double tap where a tap means nothing, and back", async () => {
    const whole = await seen();
    const { x, y } = await middle("h10");
    await page.touchscreen.tap(x, y);
    await page.touchscreen.tap(x, y);
    await expect.poll(seen).not.toBe(whole);
    const near = await middle("h10");
    await page.touchscreen.tap(near.x, near.y);
    await page.touchscreen.tap(near.x, near.y);
    await expect.poll(seen).toBe(whole);
  });

  test("and another pinch the board larger", async () => {
    const whole = await seen();
    const { x, y } = await middle("m13");
    await touch("Start", [
      { x: x - 20, y },
      { x: x + 20, y },
    ]);
    for (const reach of [30, 45, 60])
      await touch("Move", [
        { x: x - reach, y },
        { x: x + reach, y },
      ]);
    await touch("End", []);
    expect(await seen()).not.toBe(whole);
    const after = await middle("m13");
    expect(Math.hypot(after.x - x, after.y - y)).toBeLessThan(3);
    expect((await heardOn(page)).filter((event) => event.startsWith("cell"))).toEqual([]);
  });
});
