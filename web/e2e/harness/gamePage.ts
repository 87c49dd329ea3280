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

  /** Waits until the prompt matches, in lower or upper case. */
  async expectPrompt(text: RegExp): Promise<void> {
    const anyCase = new RegExp(text.source, "i");
    await expect.poll(() => this.page.locator(".prompt").textContent()).toMatch(anyCase);
  }

  /** Waits until this seat, played here, is to choose. */
  async expectOwnTurn(seat: number): Promise<void> {
    await this.page.locator(`.slot[data-seat='${seat}'][data-active='true']`).waitFor();
  }

  /** Waits until the story has a turn of this seat. */
  async expectTurnOf(seat: number): Promise<void> {
    await this.page
      .locator(`.story-turns > li[data-seat='${seat}'], .move-log li[data-seat='${seat}']`)
      .first()
      .waitFor();
  }

  /** Waits until the move log holds exactly these moves. Switches the story to notation. */
  async expectMoves(...notation: string[]): Promise<void> {
    await this.showStoryAs("Notation");
    const log = this.page.locator(".move-log [data-at]:not([data-at='0'])");
    await expect.poll(() => log.allTextContents()).toEqual(notation);
  }

  /** Shows the story in words or notation; opens it first where it is a tab. */
  async showStoryAs(form: "Words" | "Notation"): Promise<void> {
    const choice = this.page.getByRole("button", { name: form, exact: true });
    const tab = this.page
      .getByRole("tab", { name: "Story" })
      .or(this.page.getByRole("button", { name: "Story", exact: true }));
    await choice.or(tab).first().waitFor();
    if (!(await choice.isVisible())) await tab.click();
    await choice.click();
  }

  /** Waits until the story's open turn has these lines. */
  async expectStory(...lines: (string | RegExp)[]): Promise<void> {
    const shown = this.page.locator(".open-turn li");
    await expect
      .poll(() => shown.allTextContents())
      .toEqual(
        lines.map((line) => (typeof line === "string" ? line : expect.stringMatching(line))),
      );
  }

  /** The board's box on the page. */
  async boardBox(): Promise<{ x: number; y: number; width: number; height: number }> {
    const box = await this.board.boundingBox();
    if (!box) throw new Error("the board is not shown");
    return box;
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
