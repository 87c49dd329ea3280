// The engine on a kernel in this thread.

import { messages } from "../messages";
import { formatPosition, parsePosition } from "../records/positionString";
import { gridOf } from "../rules/grid";
import { notationOf } from "../rules/notation";
import { type Move, type Refusal, RefusedError, type Setup, type State } from "../rules/wire";
import type { Engine, PositionAnalysis, PositionView, RecordReplay, Step } from "./engine";
import { KernelRules } from "./kernelRules";
import { defaultMethod, weightsFor } from "./levelSettings";
import { LevelPlayer } from "./levels";
import { Searcher } from "./search";
import type { Kernel } from "./wasm";

const ANALYSIS_MEGABYTES = 16;
const MAX_RANKED_MOVES = 64;

export class KernelEngine implements Engine {
  readonly runsIn = "page";
  private readonly rules: KernelRules;
  private readonly search: Searcher;
  private readonly levels: LevelPlayer;

  /** `onBestMove` receives the best move so far during a search. */
  constructor(
    kernel: Kernel,
    private readonly onBestMove: (move: Move) => void = () => undefined,
  ) {
    this.rules = new KernelRules(kernel);
    this.search = new Searcher(this.rules);
    this.levels = new LevelPlayer(this.rules, this.search);
    if (weightsFor("square8", 2, "standard").length !== 2 * kernel.featureCount) {
      throw new Error("The kernel and its weights have different versions. Build the page again.");
    }
  }

  async newGame(setup: Setup): Promise<PositionView> {
    return this.rules.newGame(setup);
  }

  async inspect(state: State): Promise<PositionView> {
    return this.rules.inspect(state);
  }

  async play(state: State, move: Move): Promise<Step> {
    return this.rules.play(state, move);
  }

  async playAndSettle(state: State, move: Move): Promise<Step[]> {
    return this.rules.playAndSettle(state, move);
  }

  async settle(state: State): Promise<Step[]> {
    return this.rules.settle(state);
  }

  async chooseMove(state: State, level: number, seed: number, seconds?: number): Promise<Move> {
    return this.levels.chooseMove({ state, level, seed, seconds }, this.onBestMove);
  }

  async analyse(state: State, nodes: number, best: number): Promise<PositionAnalysis> {
    const settled = this.rules.settle(state).at(-1)?.view.state ?? state;
    if (settled.winner !== null) {
      throw new RefusedError({
        code: "GAME_OVER",
        rule: "R170",
        message: messages.engine.search.gameOver,
      });
    }
    const began = performance.now();
    this.search.prepare(
      settled,
      defaultMethod(settled.board.type, settled.players.length),
      ANALYSIS_MEGABYTES,
    );
    const wanted = Math.min(Math.max(best, 1), MAX_RANKED_MOVES);
    const report = this.search.search(settled, { nodes }, 0n, wanted, this.onBestMove);
    const seconds = (performance.now() - began) / 1000;
    return {
      depth: report.depth,
      nodes: report.nodes,
      seconds,
      nodesPerSecond: seconds > 0 ? report.nodes / seconds : 0,
      lines: report.rootMoves.map(({ shares, pv }) => {
        const written = pv.map((move) => notationOf(gridOf(settled.board.type), move));
        return { move: written[0] ?? "", shares, variation: written };
      }),
    };
  }

  /** A search blocks this thread, so it cannot be stopped from here; see workerEngine.ts. */
  stopSearch(): void {}

  async whyIllegal(state: State, move: Move): Promise<Refusal | null> {
    return this.rules.whyIllegal(state, move);
  }

  async parseMove(state: State, notation: string): Promise<Move> {
    return this.rules.parseMove(state, notation);
  }

  async fromPositionString(text: string): Promise<PositionView> {
    return this.rules.check(parsePosition(text));
  }

  async toPositionString(state: State): Promise<string> {
    return formatPosition(state);
  }

  async replay(record: string): Promise<RecordReplay> {
    return (await import("./recordReplay")).replayRecord(this.rules, record);
  }

  close(): void {}
}
