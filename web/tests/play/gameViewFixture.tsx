// A rendered game view that plays with the reference engine.

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
  readonly container = document.createElement("div");
  readonly sounds: Sound[] = [];
  history: History;
  private readonly root: Root;
  private playing: Promise<void> = Promise.resolve();
  private held: Promise<void> | null = null;
  private release: (() => void) | null = null;
  private pending = false;

  private constructor(
    private readonly reference: ReferenceEngine,
    view: PositionView,
    private readonly props: Partial<GameViewProps>,
  ) {
    this.history = startHistory(view);
    // Wide enough for the story beside the board.
    (window as unknown as { happyDOM: { setViewport(size: object): void } }).happyDOM.setViewport({
      width: 1440,
      height: 900,
    });
    document.body.append(this.container);
    this.root = createRoot(this.container);
  }

  static async render(
    reference: ReferenceEngine,
    view: PositionView,
    more: Partial<GameViewProps> = {},
  ): Promise<GameViewFixture> {
    const fixture = new GameViewFixture(reference, view, more);
    await fixture.rerender();
    return fixture;
  }

  get view(): PositionView {
    return currentView(this.history);
  }

  get board(): BoardElement {
    const board = this.container.querySelector<BoardElement>("ringrift-board");
    if (!board) throw new Error("there is no board");
    return board;
  }

  get prompt(): string {
    return this.container.querySelector(".prompt")?.textContent ?? "";
  }

  get refusal(): string {
    return this.container.querySelector("[role=alert]")?.textContent ?? "";
  }

  get soundToggle(): HTMLButtonElement | undefined {
    return this.container.querySelector<HTMLButtonElement>('[aria-label="Sound"]') ?? undefined;
  }

  button(label: string): HTMLButtonElement | undefined {
    const all = [...this.container.querySelectorAll<HTMLButtonElement>(".prompt-bar button")];
    return all.find((each) => (each.getAttribute("aria-label") ?? each.textContent) === label);
  }

  buttons(): HTMLButtonElement[] {
    return [
      ...this.container.querySelectorAll<HTMLButtonElement>(".prompt-bar .button:not(.quiet)"),
    ];
  }

  /** The text of the story, one entry per turn, the last one first. */
  get story(): string[] {
    return [...this.container.querySelectorAll(".story-turns > li")].map(
      (entry) => entry.textContent ?? "",
    );
  }

  /** Any button of the view. */
  anyButton(label: string): HTMLButtonElement | undefined {
    return [...this.container.querySelectorAll("button")].find(
      (each) => (each.getAttribute("aria-label") ?? each.textContent) === label,
    );
  }

  /** Dispatches the board's event for the cell under the pointer. */
  async point(cell: string | null): Promise<void> {
    await this.dispatch("point", { cell });
  }

  /** Dispatches the board's event for a clicked cell. */
  async click(cell: string): Promise<void> {
    await this.dispatch("cell", { cell, name: cell, via: "pointer" });
  }

  /** The same from a touch screen. */
  async tap(cell: string): Promise<void> {
    await act(async () => {
      this.board.dispatchEvent(
        new PointerEvent("pointerdown", { pointerType: "touch", bubbles: true, composed: true }),
      );
    });
    await this.click(cell);
  }

  async type(text: string): Promise<void> {
    await this.dispatch("notation", { text });
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

  async unmount(): Promise<void> {
    await act(async () => this.root.unmount());
    this.container.remove();
  }

  async rerender(): Promise<void> {
    await act(async () => this.root.render(this.element()));
  }

  private async dispatch(name: string, detail: unknown): Promise<void> {
    await act(async () => {
      this.board.dispatchEvent(
        new CustomEvent(`ringrift-${name}`, { detail, bubbles: true, composed: true }),
      );
      if (!this.held) await this.playing;
    });
  }

  /** From now on, moves stay unanswered, as if they were on their way to a server. */
  holdAnswers(): void {
    this.held = new Promise((release) => {
      this.release = release;
    });
  }

  async releaseAnswers(): Promise<void> {
    await act(async () => {
      this.release?.();
      this.held = null;
      await this.playing;
    });
    // A kept click has started another move.
    await act(async () => this.playing);
  }

  private play(move: Move): void {
    const { held } = this;
    this.pending = held !== null;
    this.playing = this.reference.playAndSettle(this.view.state, move).then(async (made) => {
      await held;
      this.pending = false;
      this.history = appendSteps(this.history, made);
      this.root.render(this.element());
    });
    if (held) this.root.render(this.element());
  }

  private element() {
    const seats = this.view.state.players.map((player) => player.playerNumber as Seat);
    return (
      <GameView
        view={this.view}
        start={this.history.start}
        previewMove={this.reference.playAndSettle}
        steps={this.history.steps}
        ownSeats={seats}
        seats={seats.map((seat) => ({ seat, name: `Seat ${seat}`, kind: "person" }))}
        onMove={(move) => this.play(move)}
        onSound={(sound) => this.sounds.push(sound)}
        explainIllegal={this.reference.whyIllegal}
        pending={this.pending}
        {...this.props}
      />
    );
  }
}
