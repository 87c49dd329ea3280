// The page of a game in any mode: reads prompts and cells, clicks, types moves.

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

  /** Clicks the cells in turn, each as soon as it can be chosen, and waits for the next prompt. */
  async choose(...names: string[]): Promise<void> {
    for (const name of names) {
      await this.expectCell(name, /can be chosen/);
      const before = await this.page.locator(".prompt").textContent();
      await this.click(name);
      await this.page.waitForFunction((previous) => {
        const now = document.querySelector(".prompt")?.textContent ?? "";
        return now !== previous && !/^Sending/.test(now);
      }, before);
    }
  }

  /** The accessible label of a cell: "d4, blue stack of 2, …". */
  async labelOf(name: string): Promise<string> {
    return (await this.cell(name).getAttribute("aria-label")) ?? "";
  }

  /** The name of a cell whose label matches. */
  async findCell(label: RegExp): Promise<string> {
    const cells = this.board.locator("[data-name]");
    const labels = await cells.evaluateAll((all) =>
      all.map((cell) => cell.getAttribute("aria-label") ?? ""),
    );
    const [name] = labels.find((each) => label.test(each))?.split(",") ?? [];
    if (name === undefined) throw new Error(`no cell has the label ${label}`);
    return name;
  }

  /** Waits until the label of the cell matches. */
  async expectCell(name: string, label: RegExp): Promise<void> {
    await expect.poll(() => this.labelOf(name)).toMatch(label);
  }

  /** Clicks a button of the prompt. */
  async press(name: string | RegExp): Promise<void> {
    await this.page.locator(".prompt-bar").getByRole("button", { name, exact: true }).click();
  }

  /** Waits until the prompt matches. */
  async expectPrompt(text: RegExp): Promise<void> {
    await expect.poll(() => this.page.locator(".prompt").textContent()).toMatch(text);
  }

  /** Waits until the move log holds exactly these moves. */
  async expectMoves(...notation: string[]): Promise<void> {
    const log = this.page.locator(".move-log [data-at]:not([data-at='0'])");
    await expect.poll(() => log.allTextContents()).toEqual(notation);
  }

  /** Waits until this note is shown on the board beside highlighted cells. */
  async expectNote(text: string): Promise<void> {
    await this.board.locator(".notes").getByText(text, { exact: true }).waitFor();
  }

  /** Types a move in notation as soon as there is a decision. */
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
