// Playing on the board of a page, as a person does: looking at what can be chosen, and clicking it.

import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

const PATIENCE_MS = 20_000;

export class TableOf {
  readonly board: Locator;

  constructor(readonly page: Page) {
    this.board = page.locator("ringrift-board");
  }

  cell(name: string): Locator {
    return this.board.locator(`[data-name="${name}"]`);
  }

  async click(name: string): Promise<void> {
    await this.cell(name).click({ force: true });
  }

  /** Clicks the cells one after the other, each as soon as it can be chosen, and waits for what is asked then. */
  async choose(...names: string[]): Promise<void> {
    for (const name of names) {
      await this.expectCell(name, /can be chosen/);
      const before = await this.page.locator(".prompt").textContent();
      await this.click(name);
      await this.page.waitForFunction((asked) => {
        const now = document.querySelector(".prompt")?.textContent ?? "";
        return now !== asked && !/^Sen[dt]/.test(now);
      }, before);
    }
  }

  /** What a screen reader says of a cell: "d4, blue stack of 2, …". */
  async says(name: string): Promise<string> {
    return (await this.cell(name).getAttribute("aria-label")) ?? "";
  }

  /** Waits until the cell is described in words that match. */
  async expectCell(name: string, words: RegExp): Promise<void> {
    await expect.poll(() => this.says(name), { timeout: PATIENCE_MS }).toMatch(words);
  }

  /** Presses a button that answers what is asked. */
  async press(name: string | RegExp): Promise<void> {
    await this.page.locator(".prompt-bar").getByRole("button", { name, exact: true }).click();
  }

  /** Waits until that is asked, or said in its place. */
  async expectAsked(words: RegExp): Promise<void> {
    await expect
      .poll(() => this.page.locator(".prompt").textContent(), { timeout: PATIENCE_MS })
      .toMatch(words);
  }

  /** Waits until the log tells just these moves. */
  async expectMoves(...notation: string[]): Promise<void> {
    const log = this.page.locator(".log [data-at]:not([data-at='0'])");
    await expect.poll(() => log.allTextContents(), { timeout: PATIENCE_MS }).toEqual(notation);
  }

  /** Waits until that is written on the board beside what brightens. */
  async expectNote(words: string): Promise<void> {
    await this.board.locator(".notes").getByText(words, { exact: true }).waitFor();
  }

  /** Types a move in notation on the board. */
  async type(notation: string): Promise<void> {
    await this.cell("d4").focus();
    await this.page.keyboard.type(notation);
    await this.page.keyboard.press("Enter");
  }
}
