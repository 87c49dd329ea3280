// A person without any plan: throws dice over what the page marks as possible, and clicks it.

import type { Page } from "playwright-core";
import type { BoardElement } from "../../src/board/types";
import { GamePage } from "./gamePage";

const WITHOUT_END = 1_000_000;

/** What a person sees of the table. */
interface Look {
  asked: string;
  cells: string[];
  buttons: string[];
  logged: number;
  turn: number;
  sending: boolean;
  over: boolean;
}

export class RandomPlayer {
  readonly table: GamePage;
  choices = 0;

  constructor(
    readonly page: Page,
    private seed: number,
  ) {
    this.table = new GamePage(page);
  }

  /** Answers whatever is asked until the game is over, or so many turns were played by all together. */
  async play(turns = WITHOUT_END): Promise<void> {
    for (;;) {
      const look = await this.asked(turns);
      if (look.over || look.turn > turns) return;
      await this.answer(look);
    }
  }

  /** What is seen once there is something to choose, or nothing will be any more. */
  private async asked(turns: number): Promise<Look> {
    const wanted = { kind: "asked", turns, before: "" } as const;
    const handle = await this.page.waitForFunction(seenWhen, wanted);
    return JSON.parse((await handle.jsonValue()) as string);
  }

  private async answer(look: Look): Promise<void> {
    const chosen = this.thrown(look.cells.length + look.buttons.length);
    const [cell, button] = [look.cells[chosen], look.buttons[chosen - look.cells.length]];
    if (cell !== undefined) await this.table.click(cell);
    else if (button !== undefined) await this.table.press(button);
    this.choices++;
    const wanted = { kind: "changed", turns: WITHOUT_END, before: JSON.stringify(look) } as const;
    await this.page.waitForFunction(seenWhen, wanted);
  }

  /** A number from 0 to below `sides`; the same ones for the same seed. */
  private thrown(sides: number): number {
    this.seed = (Math.imul(this.seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.seed / 2 ** 32) * sides);
  }
}

interface Wanted {
  /** Something to choose, or just another look than before. */
  kind: "asked" | "changed";
  turns: number;
  before: string;
}

/** Runs on the page: the look, as JSON, when it is as wanted; else null. */
function seenWhen({ kind, turns, before }: Wanted): string | null {
  const board = document.querySelector<BoardElement>("ringrift-board");
  const asked = document.querySelector(".prompt")?.textContent ?? "";
  const tiles =
    board?.shadowRoot?.querySelectorAll<SVGElement>("[aria-label$='can be chosen']") ?? [];
  const buttons = document.querySelectorAll<HTMLElement>(
    ".prompt-bar button:not(.quiet, [aria-pressed])",
  );
  const look: Look = {
    asked,
    cells: Array.from(tiles, (tile) => tile.dataset.name ?? "").sort(),
    buttons: Array.from(buttons, (button) => button.textContent ?? ""),
    logged: document.querySelectorAll(".move-log [data-at]").length,
    turn: board?.state?.turnNumber ?? 0,
    sending: /^Sen[dt]/.test(asked),
    over: board?.state?.gameStatus === "completed",
  };
  const told = JSON.stringify(look);
  const may =
    look.over ||
    look.turn > turns ||
    (!look.sending && look.cells.length + look.buttons.length > 0);
  const wanted = kind === "asked" ? may : told !== before && !look.sending;
  return wanted ? told : null;
}
