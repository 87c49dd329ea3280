// A second browser engine: a game against the computer in Firefox, through WebDriver BiDi.

import puppeteer, { type Browser, type Page } from "puppeteer-core";
import { describe, expect } from "vitest";
import { it as story } from "./harness/fixtures";
import { TIMEOUT_MS } from "./harness/timeouts";

const executablePath = process.env.FIREFOX ?? "/usr/bin/firefox-esr";

const it = story.extend(
  "firefox",
  { scope: "file" },
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the needed fixtures from the pattern
  async ({}, { onCleanup }): Promise<Browser> => {
    const browser = await puppeteer.launch({
      browser: "firefox",
      executablePath,
      headless: true,
      timeout: TIMEOUT_MS,
    });
    onCleanup(() => browser.close());
    return browser;
  },
);

/** The accessible label of a cell: "d4, blue stack of 2, …". */
const labelOf = (page: Page, name: string): Promise<string> =>
  page.evaluate((cell) => {
    const board = document.querySelector("ringrift-board")?.shadowRoot;
    return board?.querySelector(`[data-name="${cell}"]`)?.getAttribute("aria-label") ?? "";
  }, name);

/** Clicks a cell with the mouse as soon as it can be chosen. */
async function choose(page: Page, name: string): Promise<void> {
  await expect.poll(() => labelOf(page, name), { timeout: TIMEOUT_MS }).toMatch(/can be chosen/);
  const cell = await page.evaluateHandle(
    (cellName) =>
      document
        .querySelector("ringrift-board")
        ?.shadowRoot?.querySelector(`[data-name="${cellName}"]`),
    name,
  );
  const box = await cell.asElement()?.boundingBox();
  if (!box) throw new Error(`${name} is not shown`);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

describe("Firefox", () => {
  it("plays a turn against the computer and sees its answer", async ({ firefox, server }) => {
    const page = await firefox.newPage();
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    await page.setViewport({ width: 1280, height: 800 });
    await page.goto(server.url);
    await page.locator("::-p-text(Start the game)").click();
    await choose(page, "d4");
    await choose(page, "d6");
    await expect.poll(() => labelOf(page, "d4"), { timeout: TIMEOUT_MS }).toMatch(/blue marker/);
    await expect.poll(() => page.title(), { timeout: TIMEOUT_MS }).toMatch(/^Your turn/);
    const turn = await page.evaluate(
      () =>
        document.querySelector<HTMLElement & { state: { turnNumber: number } }>("ringrift-board")
          ?.state.turnNumber,
    );
    expect(turn).toBe(3);
    expect(errors).toEqual([]);
  });
});
