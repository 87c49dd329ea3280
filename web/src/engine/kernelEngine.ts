// The engine of the page: the kernel in this thread.

import { gridOf } from "../rules/grid";
import { notationOf } from "../rules/notation";
import { readPosition, writePosition } from "../rules/positionString";
import { type Move, RefusedError, type State } from "../rules/wire";
import { words } from "../strings";
import type { Engine, PositionAnalysis, PositionView, RecordReplay, Setup, Step } from "./engine";
import { Rules } from "./kernelRules";
import { usualMethod, weightsFor } from "./levelSettings";
import { Levels } from "./levels";
import { Search } from "./search";
import type { Kernel } from "./wasm";

const MEGABYTES = 16; // of an analysis
const MOST_LINES = 64;

export class KernelEngine implements Engine {
  readonly runsIn = "page";
  private readonly rules: Rules;
  private readonly search: Search;
  private readonly levels: Levels;

  /** `tell` hears of the best move of a search while it goes on. */
  constructor(
    kernel: Kernel,
    private readonly tell: (move: Move) => void = () => undefined,
  ) {
    this.rules = new Rules(kernel);
    this.search = new Search(this.rules);
    this.levels = new Levels(this.rules, this.search);
    if (weightsFor("square8", 2, "standard").length !== 2 * kernel.features) {
      throw new Error("the kernel and its weights are of different versions: build the page anew");
    }
  }

  async newGame(setup: Setup): Promise<PositionView> {
    return this.rules.newGame(setup);
  }

  async inspect(state: State): Promise<PositionView> {
    return this.rules.see(state);
  }

  async play(state: State, move: Move): Promise<Step> {
    return this.rules.play(state, move);
  }

  async playAndSettle(state: State, move: Move): Promise<Step[]> {
    return this.rules.playOn(state, move);
  }

  async settle(state: State): Promise<Step[]> {
    return this.rules.settle(state);
  }

  async chooseMove(state: State, level: number, seed: number, seconds?: number): Promise<Move> {
    return this.levels.choose({ state, level, seed, seconds }, this.tell);
  }

  async analyse(state: State, nodes: number, best: number): Promise<PositionAnalysis> {
    const settled = this.rules.settle(state).at(-1)?.view.state ?? state;
    if (settled.winner !== null) {
      throw new RefusedError({
        code: "GAME_OVER",
        rule: "R170",
        message: words.engine.choosing.gameOver,
      });
    }
    const began = performance.now();
    this.search.ready(settled, usualMethod(settled.board.type, settled.players.length), MEGABYTES);
    const wanted = Math.min(Math.max(best, 1), MOST_LINES);
    const report = this.search.think(settled, { nodes }, 0n, wanted, this.tell);
    const seconds = (performance.now() - began) / 1000;
    return {
      depth: report.depth,
      nodes: report.nodes,
      seconds,
      nodesPerSecond: seconds > 0 ? report.nodes / seconds : 0,
      lines: report.lines.map(({ shares, variation }) => {
        const written = variation.map((move) => notationOf(gridOf(settled.board.type), move));
        return { move: written[0] ?? "", shares, variation: written };
      }),
    };
  }

  /** A search of this thread cannot be reached while it goes on; see client.ts. */
  stopSearch(): void {}

  async parseMove(state: State, notation: string): Promise<Move> {
    return this.rules.parse(state, notation);
  }

  async fromPositionString(text: string): Promise<PositionView> {
    return this.rules.see(readPosition(text));
  }

  async toPositionString(state: State): Promise<string> {
    return writePosition(state);
  }

  async replay(record: string): Promise<RecordReplay> {
    return (await import("./recordReplay")).replayRecord(this.rules, record);
  }

  close(): void {}
}
