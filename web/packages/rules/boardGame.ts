// A game on a board element, without a server: people play by clicks, keys and notation, levels by
// the engine.

import type { BoardElement, CellDetail, NotationDetail, PointDetail } from "../../src/board/types";
import type { Engine, PositionView, Step } from "../../src/engine/engine";
import { explainAttempt } from "../../src/play/explainAttempt";
import {
  type BuildResult,
  boardMarks,
  clickCell,
  findTypedMove,
  type Hover,
  interpretIllegalNotation,
  type MoveBuilder,
  pressButton,
  startMoveBuilder,
  stepBack,
} from "../../src/play/moveBuilder";
import type { IllegalAttempt } from "../../src/play/prompt";
import { findSwap } from "../../src/records/record";
import { DEFAULT_EDITION } from "../../src/rules/editions";
import { type Move, RefusedError, type Seat, type Setup, type State } from "../../src/rules/wire";

/** Who plays a seat: a person at this board, or a level from 1 to 10. */
export type Occupant = "person" | number;

export interface BoardGameOptions {
  /** By default `square8` for as many players as there are occupants, in the standard edition. */
  setup?: Partial<Setup>;
  /** Starts from this state instead of the beginning. */
  state?: State;
  /** By seat; by default a person against level 3. After a swap, both play the other seat. */
  occupants?: readonly Occupant[];
  /** Levels with the same seed choose the same moves. A random number by default. */
  seed?: number;
  /** How long level 10 thinks about each decision, 1 by default. */
  seconds?: number;
  /** Called after each change: show `prompt`, `refusal` and the result. */
  onChange?(game: BoardGame): void;
}

/** A button beside the board, such as "Keep your rings". */
export interface PromptButton {
  id: string;
  label: string;
  pressed: boolean;
}

/** What the person to move is asked. */
export interface ShownPrompt {
  text: string;
  detail: string | null;
  buttons: PromptButton[];
}

const DEFAULT_OCCUPANTS: readonly Occupant[] = ["person", 3];
const LEVELS = 10;

export class BoardGame {
  /** The moves so far, bookkeeping included. */
  steps: Step[] = [];
  /** The last input that was refused, and why. */
  refusal: string | null = null;

  private builder: MoveBuilder | null = null;
  private hover: Hover = {};
  /** Counts the positions; work for an earlier one is dropped. */
  private turn = 0;
  private readonly listeners = new AbortController();

  private constructor(
    private readonly board: BoardElement,
    private readonly engine: Engine,
    private readonly start: PositionView,
    private readonly occupants: readonly Occupant[],
    private readonly options: BoardGameOptions & { seed: number },
  ) {
    this.listen("cell", ({ cell }: CellDetail) => this.onCell(cell));
    this.listen("point", ({ cell }: PointDetail) => {
      this.hover = { cell };
      this.mark();
    });
    this.listen("notation", ({ text }: NotationDetail) => this.type(text));
    this.listen("cancel", () => this.stepBack());
  }

  /** Shows the start on the board and lets the first player move. */
  static async start(
    board: BoardElement,
    engine: Engine,
    options: BoardGameOptions = {},
  ): Promise<BoardGame> {
    const { occupants = DEFAULT_OCCUPANTS, seed = Math.floor(Math.random() * 2 ** 32) } = options;
    const start = options.state
      ? await engine.inspect(options.state)
      : await engine.newGame(completeSetup(options.setup, occupants));
    checkOccupants(occupants, start.state);
    const game = new BoardGame(board, engine, start, occupants, { ...options, seed });
    await board.show(start.state);
    await game.proceed(await engine.settle(start.state));
    return game;
  }

  /** The position after the last move, with its legal moves. */
  get view(): PositionView {
    return this.steps.at(-1)?.view ?? this.start;
  }

  get state(): State {
    return this.view.state;
  }

  /** Null while a level thinks and when the game is over. */
  get prompt(): ShownPrompt | null {
    if (!this.builder) return null;
    const { text, detail = null, buttons } = this.builder.prompt;
    return {
      text,
      detail,
      buttons: buttons.map(({ id, label, pressed = false }) => ({ id, label, pressed })),
    };
  }

  get winner(): Seat | null {
    return this.state.winner;
  }

  /** Who plays a seat after so many steps, by default now. */
  occupantOf(seat: Seat, steps = this.steps.length): Occupant {
    const swapped = findSwap(this.steps.slice(0, steps).map(({ move }) => move)) !== null;
    return this.occupants[swapped ? 2 - seat : seat - 1] as Occupant;
  }

  /** Presses a button of the prompt. */
  press(id: string): void {
    if (this.builder) this.handle(pressButton(this.builder, id));
  }

  /** Plays a move in notation, such as `@d4` or `d4-d7`. */
  type(notation: string): void {
    if (!this.builder) return;
    const move = findTypedMove(this.view, notation);
    if (move) this.run(this.play(move));
    else this.run(this.refuse(interpretIllegalNotation(this.view, notation)));
  }

  /** Returns to the previous prompt of the same decision. */
  stepBack(): void {
    if (!this.builder) return;
    this.builder = stepBack(this.builder);
    this.change(null);
  }

  /** Takes back the last decision of a person with everything after it. */
  async undo(): Promise<void> {
    const last = this.steps.findLastIndex(
      ({ move, bookkeeping }, at) => !bookkeeping && this.occupantOf(move.player, at) === "person",
    );
    if (last < 0) return;
    this.turn++;
    this.engine.stopSearch();
    this.steps = this.steps.slice(0, last);
    await this.board.show(this.state);
    await this.proceed([]);
  }

  /** Ends the game: the board stays as it is, and the engine can be used on. */
  close(): void {
    this.turn++;
    this.engine.stopSearch();
    this.listeners.abort();
    this.builder = null;
    this.board.marks = {};
  }

  private listen<Detail>(name: string, listener: (detail: Detail) => void): void {
    this.board.addEventListener(
      `ringrift-${name}`,
      (event) => listener((event as CustomEvent<Detail>).detail),
      { signal: this.listeners.signal },
    );
  }

  private onCell(cell: string): void {
    if (this.builder) this.handle(clickCell(this.builder, cell));
  }

  private handle(result: BuildResult): void {
    if (result.kind === "move") this.run(this.play(result.move, result.select));
    else if (result.kind === "refused") this.run(this.refuse(result.attempt));
    else if (result.kind === "prompt") {
      this.builder = result.builder;
      this.change(null);
    }
  }

  private async refuse(attempt: IllegalAttempt): Promise<void> {
    const { turn } = this;
    const { text } = await explainAttempt(attempt, this.state, (state, move) =>
      this.engine.whyIllegal(state, move),
    );
    if (turn === this.turn) this.change(text);
  }

  private async play(move: Move, select: string | null = null): Promise<void> {
    const turn = ++this.turn;
    this.builder = null;
    this.change(null);
    const steps = await this.engine.playAndSettle(this.state, move);
    if (turn === this.turn) await this.proceed(steps, select);
  }

  /** Shows the steps one after the other, then lets the next player choose. */
  private async proceed(steps: readonly Step[], select: string | null = null): Promise<void> {
    const turn = ++this.turn;
    for (const step of steps) {
      this.steps = [...this.steps, step];
      await this.board.show(step.view.state, step.move);
      if (turn !== this.turn) return;
    }
    const { decision } = this.view;
    const occupant = decision && this.occupantOf(decision.seat);
    this.builder = occupant === "person" ? startMoveBuilder(this.view, select) : null;
    this.change(null);
    if (typeof occupant !== "number") return;
    const { seed, seconds } = this.options;
    const move = await this.engine.chooseMove(this.state, occupant, seed, seconds);
    if (turn === this.turn) this.run(this.play(move));
  }

  /** Shows an error of the engine, unless the game went on or was closed meanwhile. */
  private run(work: Promise<void>): void {
    const { turn } = this;
    work.catch((error: unknown) => {
      if (!this.listeners.signal.aborted && this.turn <= turn + 1) this.change(String(error));
    });
  }

  private change(refusal: string | null): void {
    this.refusal = refusal;
    this.mark();
    this.options.onChange?.(this);
  }

  private mark(): void {
    this.board.marks = this.builder ? boardMarks(this.builder, this.hover) : {};
  }
}

function completeSetup(setup: Partial<Setup> = {}, occupants: readonly Occupant[]): Setup {
  return {
    board: "square8",
    players: occupants.length as Setup["players"],
    edition: DEFAULT_EDITION,
    swap: true,
    ...setup,
  };
}

function checkOccupants(occupants: readonly Occupant[], { players }: State): void {
  const refuse = (message: string): never => {
    throw new RefusedError({ code: "INVALID_SETUP", rule: null, message, path: "occupants" });
  };
  if (occupants.length !== players.length)
    refuse(`the game has ${players.length} seats: name as many occupants`);
  for (const occupant of occupants)
    if (
      occupant !== "person" &&
      !(Number.isInteger(occupant) && occupant >= 1 && occupant <= LEVELS)
    )
      refuse(`an occupant is "person" or a level from 1 to ${LEVELS}, not ${occupant}`);
}
