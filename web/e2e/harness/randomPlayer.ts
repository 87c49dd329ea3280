// Plays random moves by clicking what the page offers.

import type { Page } from "playwright-core";
import type { BoardElement } from "../../src/board/types";
import { GamePage } from "./gamePage";

const UNLIMITED = 1_000_000;

/** What the page offers. */
interface Offer {
  prompt: string;
  cells: string[];
  buttons: string[];
  /** The position, shortened. */
  position: number;
  turn: number;
  sending: boolean;
  over: boolean;
}

export class RandomPlayer {
  readonly gamePage: GamePage;
  choices = 0;

  constructor(
    readonly page: Page,
    private seed: number,
  ) {
    this.gamePage = new GamePage(page);
  }

  /** Plays until the game is over or `turns` turns were played by all seats together. */
  async play(turns = UNLIMITED): Promise<void> {
    for (;;) {
      const offer = await this.waitForOffer(turns);
      if (offer.over || offer.turn > turns) return;
      await this.choose(offer);
    }
  }

  /** Waits until there is something to choose or the game is over. */
  private async waitForOffer(turns: number): Promise<Offer> {
    const condition = { kind: "decision", turns, before: "" } as const;
    const handle = await this.page.waitForFunction(readOfferWhen, condition);
    return JSON.parse((await handle.jsonValue()) as string);
  }

  private async choose(offer: Offer): Promise<void> {
    const index = this.nextRandom(offer.cells.length + offer.buttons.length);
    const [cell, button] = [offer.cells[index], offer.buttons[index - offer.cells.length]];
    if (cell !== undefined) await this.gamePage.click(cell);
    else if (button !== undefined) await this.gamePage.press(button);
    this.choices++;
    const condition = { kind: "changed", turns: UNLIMITED, before: JSON.stringify(offer) } as const;
    await this.page.waitForFunction(readOfferWhen, condition);
  }

  /** A number from 0 to below `limit`, determined by the seed. */
  private nextRandom(limit: number): number {
    this.seed = (Math.imul(this.seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.seed / 2 ** 32) * limit);
  }
}

interface Condition {
  /** There is a decision, or the offer differs from `before`. */
  kind: "decision" | "changed";
  turns: number;
  before: string;
}

/** Runs on the page: the offer as JSON if the condition holds, else null. */
function readOfferWhen({ kind, turns, before }: Condition): string | null {
  const board = document.querySelector<BoardElement>("ringrift-board");
  const prompt = document.querySelector(".prompt")?.textContent ?? "";
  const tiles =
    board?.shadowRoot?.querySelectorAll<SVGElement>("[aria-label$='can be chosen']") ?? [];
  const buttons = document.querySelectorAll<HTMLElement>(
    ".prompt-bar button:not(.quiet, .back, [aria-pressed])",
  );
  const shorten = (text: string): number => {
    let sum = 0;
    for (let at = 0; at < text.length; at++) sum = (Math.imul(sum, 31) + text.charCodeAt(at)) | 0;
    return sum;
  };
  const offer: Offer = {
    prompt,
    cells: Array.from(tiles, (tile) => tile.dataset.name ?? "").sort(),
    buttons: Array.from(buttons, (button) => button.textContent ?? ""),
    position: shorten(JSON.stringify(board?.state ?? null)),
    turn: board?.state?.turnNumber ?? 0,
    sending: /^Sending/.test(prompt),
    over: board?.state?.gameStatus === "completed",
  };
  const json = JSON.stringify(offer);
  const decision =
    offer.over ||
    offer.turn > turns ||
    (!offer.sending && offer.cells.length + offer.buttons.length > 0);
  const met = kind === "decision" ? decision : json !== before && !offer.sending;
  return met ? json : null;
}
