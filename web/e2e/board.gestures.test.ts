import type { CDPSession, Page } from "playwright-core";
import { describe, expect } from "vitest";
import type { RingriftBoard } from "../src/board/element";
import type { Marks } from "../src/board/types";
import { picture } from "../tests/board/scenes";
import {
  boardEvents,
  chosenCells,
  recordBoardEvents,
  test as withBoard,
} from "./harness/boardPage";
import { PHONE } from "./harness/users";

async function show(page: Page, name: string, marks: Marks = {}): Promise<void> {
  await page.evaluate(
    ([state, marks]) => {
      const board = document.querySelector("ringrift-board") as RingriftBoard;
      void board.show(state);
      board.marks = marks;
    },
    [picture(name).state, marks] as const,
  );
  await page.evaluate(recordBoardEvents);
}

const test = withBoard
  .extend("desk", async ({ openBoard }) => {
    const page = await openBoard('motion="off"');
    await show(page, "square19 for 2");
    return page;
  })
  .extend("phone", async ({ openBoard }) => {
    const page = await openBoard('motion="off"', PHONE);
    await show(page, "hexagonal for 2", { targets: ["0,0,0"] });
    return page;
  })
  .extend("fingers", ({ phone }) => phone.context().newCDPSession(phone));

async function middle(page: Page, name: string): Promise<{ x: number; y: number }> {
  const box = await page.locator(`[data-name="${name}"]`).boundingBox();
  if (!box) throw new Error(`${name} is not visible`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

const viewBox = (page: Page): Promise<string | null> =>
  page.locator("ringrift-board svg[role=none]").getAttribute("viewBox");

/** The zoom factor of a board of this width. */
const zoomFactor = async (page: Page, width: number): Promise<number> =>
  width / Number((await viewBox(page))?.split(" ")[2]);

describe("a mouse", () => {
  test("chooses the cell it clicks, and points at the cell it is over", async ({ desk }) => {
    const { x, y } = await middle(desk, "d4");
    await desk.mouse.move(x, y);
    await expect.poll(() => boardEvents(desk)).toEqual(["point 3,3"]);
    await desk.mouse.click(x, y);
    await expect.poll(() => boardEvents(desk)).toEqual(["point 3,3", "cell d4"]);
    await desk.mouse.move(1, 1);
    await expect.poll(() => boardEvents(desk)).toEqual(["point 3,3", "cell d4", "point"]);
  });

  test("means the nearest cell between tiles and just beyond the rim", async ({ desk }) => {
    const [d4, e4, a1] = [
      await middle(desk, "d4"),
      await middle(desk, "e4"),
      await middle(desk, "a1"),
    ];
    const between = d4.x + (e4.x - d4.x) * 0.499;
    await desk.mouse.click(between, d4.y);
    await desk.mouse.click(a1.x - (e4.x - d4.x) * 0.6, a1.y);
    await expect.poll(() => chosenCells(desk)).toEqual(["cell d4", "cell a1"]);
  });

  test("scrolls the page with the wheel while the whole board is visible", async ({ desk }) => {
    await desk.setViewportSize({ width: 800, height: 400 });
    const { x, y } = await middle(desk, "d15");
    await desk.mouse.move(x, y);
    const whole = await viewBox(desk);
    await desk.mouse.wheel(0, 120);
    await expect.poll(() => desk.evaluate(() => scrollY)).toBeGreaterThan(0);
    expect(await viewBox(desk)).toBe(whole);
  });

  test("zooms with wheel and Ctrl about the point where it is, then pans by dragging without choosing", async ({
    desk,
  }) => {
    const before = await middle(desk, "d4");
    await desk.mouse.move(before.x, before.y);
    await desk.keyboard.down("Control");
    for (let notch = 0; notch < 4; notch++) await desk.mouse.wheel(0, -100);
    await desk.keyboard.up("Control");
    await expect.poll(() => zoomFactor(desk, 1992)).toBeCloseTo(1.2 ** 4);
    const after = await middle(desk, "d4");
    expect(Math.hypot(after.x - before.x, after.y - before.y)).toBeLessThan(2);
    await desk.mouse.down();
    await desk.mouse.move(after.x + 90, after.y - 60, { steps: 5 });
    await desk.mouse.up();
    const panned = await middle(desk, "d4");
    expect(Math.round(panned.x - after.x)).toBeCloseTo(90, -1);
    await desk.mouse.click(panned.x, panned.y);
    await expect.poll(() => chosenCells(desk)).toEqual(["cell d4"]);
  });

  test("zooms by buttons, and back to the whole board", async ({ desk }) => {
    const whole = await viewBox(desk);
    await desk.getByRole("button", { name: "Zoom in" }).click();
    expect(await viewBox(desk)).not.toBe(whole);
    await desk.getByRole("button", { name: "Show the whole board" }).click();
    expect(await viewBox(desk)).toBe(whole);
    expect(await desk.getByRole("button", { name: "Zoom out" }).isDisabled()).toBe(true);
  });
});

describe("the keyboard in a zoomed board", () => {
  test("keeps the cell that it walks to in sight", async ({ desk }) => {
    const { x, y } = await middle(desk, "j10");
    await desk.mouse.click(x, y);
    for (const key of ["+", "+", "+", "Home", "PageUp"]) await desk.keyboard.press(key);
    const [board, a19] = [
      await desk.locator("ringrift-board svg[role=none]").boundingBox(),
      await middle(desk, "a19"),
    ];
    expect(a19.x).toBeGreaterThan(board?.x ?? Number.POSITIVE_INFINITY);
    expect(a19.y).toBeGreaterThan(board?.y ?? Number.POSITIVE_INFINITY);
    await desk.keyboard.type("a19-c19");
    await desk.keyboard.press("Enter");
    await expect.poll(() => boardEvents(desk)).toContain("notation a19-c19");
  });
});

describe("a finger on a phone", () => {
  async function touch(
    fingers: CDPSession,
    type: "Start" | "Move" | "End",
    points: { x: number; y: number }[],
  ): Promise<void> {
    await fingers.send("Input.dispatchTouchEvent", { type: `touch${type}`, touchPoints: points });
  }

  /** Two taps without a pause, however slow the machine is. */
  async function doubleTap(page: Page, { x, y }: { x: number; y: number }): Promise<void> {
    await Promise.all([page.touchscreen.tap(x, y), page.touchscreen.tap(x, y)]);
  }

  test("does not scroll sideways", async ({ phone }) => {
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      360,
    );
  });

  test("that just misses a target means the target", async ({ phone }) => {
    const { x, y } = await middle(phone, "m13");
    await phone.touchscreen.tap(x + 17, y);
    await expect.poll(() => chosenCells(phone)).toEqual(["cell m13"]);
    await phone.touchscreen.tap(x + 60, y);
    await expect
      .poll(() => chosenCells(phone))
      .toEqual(["cell m13", expect.not.stringContaining("m13")]);
  });

  test("that rests on a cell points at it and chooses nothing", async ({ phone, fingers }) => {
    const point = await middle(phone, "m13");
    await touch(fingers, "Start", [point]);
    await expect.poll(() => boardEvents(phone)).toEqual(["point 0,0,0"]);
    await touch(fingers, "End", []);
    await expect.poll(() => boardEvents(phone)).toEqual(["point 0,0,0", "point"]);
  });

  test("zooms by a double tap where a tap means nothing, and back", async ({ phone }) => {
    const whole = await viewBox(phone);
    await doubleTap(phone, await middle(phone, "h10"));
    await expect.poll(() => viewBox(phone)).not.toBe(whole);
    await doubleTap(phone, await middle(phone, "h10"));
    await expect.poll(() => viewBox(phone)).toBe(whole);
  });

  test("and another pinch the board larger", async ({ phone, fingers }) => {
    const whole = await viewBox(phone);
    const { x, y } = await middle(phone, "m13");
    const apart = (reach: number) => [
      { x: x - reach, y },
      { x: x + reach, y },
    ];
    await touch(fingers, "Start", apart(20));
    for (const reach of [30, 45, 60]) await touch(fingers, "Move", apart(reach));
    await touch(fingers, "End", []);
    await expect.poll(() => viewBox(phone)).not.toBe(whole);
    const after = await middle(phone, "m13");
    expect(Math.hypot(after.x - x, after.y - y)).toBeLessThan(3);
    await phone.touchscreen.tap(after.x, after.y);
    await expect.poll(() => chosenCells(phone)).toEqual(["cell m13"]);
  });
});
