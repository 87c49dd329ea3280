// A table with the law behind it: what a place does, and no more.

import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import type { BoardElement } from "../../src/board/types";
import type { Sound } from "../../src/browser/sound";
import type { PositionView } from "../../src/engine/engine";
import { GameView } from "../../src/play/GameView";
import { appendSteps, currentView, type History, startHistory } from "../../src/play/history";
import type { GameViewProps } from "../../src/play/types";
import type { Move, Seat } from "../../src/rules/wire";
import type { ReferenceEngine } from "../reference/referenceEngine";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

export class GameViewFixture {
  readonly place = document.createElement("div");
  readonly sounds: Sound[] = [];
  history: History;
  private readonly root: Root;
  private playing: Promise<void> = Promise.resolve();

  private constructor(
    private readonly law: ReferenceEngine,
    view: PositionView,
    private readonly more: Partial<GameViewProps>,
  ) {
    this.history = startHistory(view);
    document.body.append(this.place);
    this.root = createRoot(this.place);
  }

  static async at(
    law: ReferenceEngine,
    view: PositionView,
    more: Partial<GameViewProps> = {},
  ): Promise<GameViewFixture> {
    const sitting = new GameViewFixture(law, view, more);
    await sitting.show();
    return sitting;
  }

  get view(): PositionView {
    return currentView(this.history);
  }

  get board(): BoardElement {
    const board = this.place.querySelector<BoardElement>("ringrift-board");
    if (!board) throw new Error("there is no board");
    return board;
  }

  get prompt(): string {
    return this.place.querySelector(".prompt")?.textContent ?? "";
  }

  get refusal(): string {
    return this.place.querySelector("[role=alert]")?.textContent ?? "";
  }

  get mute(): HTMLButtonElement | undefined {
    return this.place.querySelector<HTMLButtonElement>('[aria-label="Sound"]') ?? undefined;
  }

  button(label: string): HTMLButtonElement | undefined {
    const all = [...this.place.querySelectorAll<HTMLButtonElement>(".prompt-bar button")];
    return all.find((each) => (each.getAttribute("aria-label") ?? each.textContent) === label);
  }

  buttons(): HTMLButtonElement[] {
    return [...this.place.querySelectorAll<HTMLButtonElement>(".prompt-bar .button:not(.quiet)")];
  }

  /** A cell was clicked: what the board tells of it. */
  async click(cell: string): Promise<void> {
    await this.tell("cell", { cell, name: cell, via: "pointer" });
  }

  async type(text: string): Promise<void> {
    await this.tell("notation", { text });
  }

  async key(key: string): Promise<void> {
    await act(async () => {
      this.board.dispatchEvent(
        new KeyboardEvent("keydown", { key, bubbles: true, composed: true }),
      );
    });
  }

  async press(button: HTMLButtonElement | undefined): Promise<void> {
    if (!button) throw new Error("there is no such button");
    await act(async () => {
      button.click();
      await this.playing;
    });
  }

  async leave(): Promise<void> {
    await act(async () => this.root.unmount());
    this.place.remove();
  }

  async show(): Promise<void> {
    await act(async () => this.root.render(this.table()));
  }

  private async tell(name: string, detail: unknown): Promise<void> {
    await act(async () => {
      this.board.dispatchEvent(
        new CustomEvent(`ringrift-${name}`, { detail, bubbles: true, composed: true }),
      );
      await this.playing;
    });
  }

  private play(move: Move): void {
    this.playing = this.law.playAndSettle(this.view.state, move).then((made) => {
      this.history = appendSteps(this.history, made);
      this.root.render(this.table());
    });
  }

  private table() {
    const seats = this.view.state.players.map((player) => player.playerNumber as Seat);
    return (
      <GameView
        view={this.view}
        steps={this.history.steps}
        ownSeats={seats}
        seats={seats.map((seat) => ({ seat, name: `Seat ${seat}`, kind: "person" }))}
        onMove={(move) => this.play(move)}
        onSound={(sound) => this.sounds.push(sound)}
        {...this.more}
      />
    );
  }
}
