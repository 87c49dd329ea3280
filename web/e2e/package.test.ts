// The npm packages in a page of its own, as `make test-package` builds it: RINGRIFT_EXAMPLE is the
// folder of the project.

import type { Page } from "playwright-core";
import { createServer, preview } from "vite";
import { describe, expect } from "vitest";
import type { BoardElement } from "../src/board/types";
import { test } from "./harness/browser";
import { RandomPlayer } from "./harness/randomPlayer";

const root = process.env.RINGRIFT_EXAMPLE ?? "";
const LOCAL = { host: "127.0.0.1", port: 0 };

/** A page that is served by nothing but Vite; an error on it fails the test. */
const it = test.extend("page", async ({ browser }, { onCleanup }): Promise<Page> => {
  const page = await browser.newPage();
  const failures: string[] = [];
  page.on("pageerror", (error) => failures.push(String(error)));
  page.on("console", (line) => line.type() === "error" && failures.push(line.text()));
  onCleanup(async () => {
    await page.close();
    expect(failures).toEqual([]);
  });
  return page;
});

describe("a page with the board and the rules from their packages", () => {
  it("plays a whole game against a level, without a server", async ({ page }) => {
    const site = await preview({ root, configFile: false, preview: LOCAL });
    try {
      await page.goto(`${site.resolvedUrls?.local[0]}?level=1&seed=7`);
      await page.evaluate(() =>
        document.querySelector("ringrift-board")?.setAttribute("motion", "off"),
      );
      const player = new RandomPlayer(page, 7);
      await player.play();
      expect(player.choices).toBeGreaterThan(10);
      expect(await page.locator(".prompt").textContent()).toMatch(/^(You win|The computer wins)\./);
    } finally {
      await site.close();
    }
  });

  it("explains an illegal move and takes a turn back on the development server", async ({
    page,
  }) => {
    const site = await createServer({ root, configFile: false, server: LOCAL });
    const prompt = () => page.locator(".prompt").textContent();
    const stacks = () =>
      page
        .locator("ringrift-board")
        .evaluate((board) => Object.keys((board as BoardElement).state?.board.stacks ?? {}));
    try {
      await site.listen();
      await page.goto(`${site.resolvedUrls?.local[0]}`);
      await new RandomPlayer(page, 1).play(2);
      expect(await stacks()).not.toEqual([]);
      while ((await stacks()).length > 0) await page.getByText("Undo").click();
      await page.locator("ringrift-board").evaluate((board) => (board as BoardElement).focus());
      await page.keyboard.type("d4-d7");
      await page.keyboard.press("Enter");
      await expect
        .poll(prompt)
        .toBe("You cannot move a stack in the placement phase. You can: place rings.");
    } finally {
      await site.close();
    }
  });
});
