// Playing on the board of a page, as a person does: looking at what can be chosen, and clicking it.

import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

export class GamePage {
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

  /** The name of a cell that is described in words that match. */
  async nameOf(words: RegExp): Promise<string> {
    const cells = this.board.locator("[data-name]");
    const described = await cells.evaluateAll((all) =>
      all.map((cell) => cell.getAttribute("aria-label") ?? ""),
    );
    const [name] = described.find((said) => words.test(said))?.split(",") ?? [];
    if (name === undefined) throw new Error(`no cell is ${words}`);
    return name;
  }

  /** Waits until the cell is described in words that match. */
  async expectCell(name: string, words: RegExp): Promise<void> {
    await expect.poll(() => this.says(name)).toMatch(words);
  }

  /** Presses a button that answers what is asked. */
  async press(name: string | RegExp): Promise<void> {
    await this.page.locator(".prompt-bar").getByRole("button", { name, exact: true }).click();
  }

  /** Waits until that is asked, or said in its place. */
  async expectAsked(words: RegExp): Promise<void> {
    await expect.poll(() => this.page.locator(".prompt").textContent()).toMatch(words);
  }

  /** Waits until the log tells just these moves. */
  async expectMoves(...notation: string[]): Promise<void> {
    const log = this.page.locator(".move-log [data-at]:not([data-at='0'])");
    await expect.poll(() => log.allTextContents()).toEqual(notation);
  }

  /** Waits until that is written on the board beside what brightens. */
  async expectNote(words: string): Promise<void> {
    await this.board.locator(".notes").getByText(words, { exact: true }).waitFor();
  }

  /** Types a move in notation on the board, as soon as there is something to choose. */
  async type(notation: string): Promise<void> {
    await this.page.waitForFunction(() => {
      const board = document.querySelector("ringrift-board")?.shadowRoot;
      return (
        board?.querySelector("[aria-label$='can be chosen']") ??
        document.querySelector(".prompt-bar button")
      );
    });
    await this.board.locator("[tabindex='0']").first().focus();
    await this.page.keyboard.type(notation);
    await this.page.keyboard.press("Enter");
  }
}
