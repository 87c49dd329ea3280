// The engine on a kernel in this thread.

import { messages } from "../messages";
import { formatPosition, parsePosition } from "../records/positionString";
import { DEFAULT_EDITION } from "../rules/editions";
import { gridOf } from "../rules/grid";
import { notationOf } from "../rules/notation";
import { type Move, type Refusal, RefusedError, type Setup, type State } from "../rules/wire";
import type {
  BestTurn,
  Engine,
  PositionAnalysis,
  PositionView,
  RecordReplay,
  Step,
  WinProof,
} from "./engine";
import { KernelRules } from "./kernelRules";
import { weightsFor } from "./levelSettings";
import { LevelPlayer } from "./levels";
import { type RootMove, Searcher, type SearchLimits } from "./search";
import {
  countedPlan,
  kernelPlan,
  type SearchPlan,
  strongestPlan,
  withoutEarlyStop,
} from "./searchPlan";
import { finalShares, isTurnOver } from "./turnEnd";
import type { Kernel } from "./wasm";

const ANALYSIS_MEGABYTES = 16;
const TIMED_ANALYSIS_MEGABYTES = 64;
const MAX_RANKED_MOVES = 64;
/** The kernel's exhaustive search (native/include/ringrift/search/win_prover.hpp). */
const WIN_PROVER = 2;

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
    if (weightsFor("square8", 2, DEFAULT_EDITION).length !== 2 * kernel.featureCount) {
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

  async chooseMove(
    state: State,
    level: number,
    seed: number,
    seconds?: number,
    wholeTime?: boolean,
  ): Promise<Move> {
    return this.levels.chooseMove({ state, level, seed, seconds, wholeTime }, this.onBestMove);
  }

  async analyse(state: State, nodes: number, best: number): Promise<PositionAnalysis> {
    const open = this.settledDecision(state);
    return this.analyseWith(open, countedPlan(open), { nodes }, best, ANALYSIS_MEGABYTES);
  }

  async analyseTimed(state: State, seconds: number, best: number): Promise<PositionAnalysis> {
    const open = this.settledDecision(state);
    const plan = withoutEarlyStop(await strongestPlan(open, seconds));
    const milliseconds = Math.max(1, Math.round(seconds * 1000));
    return this.analyseWith(open, plan, { milliseconds }, best, TIMED_ANALYSIS_MEGABYTES);
  }

  private settledDecision(state: State): State {
    const settled = this.rules.settle(state).at(-1)?.view.state ?? state;
    if (settled.winner === null) return settled;
    throw new RefusedError({
      code: "GAME_OVER",
      rule: "R170",
      message: messages.engine.search.gameOver,
    });
  }

  private analyseWith(
    state: State,
    plan: SearchPlan,
    limits: SearchLimits,
    best: number,
    megabytes: number,
  ): PositionAnalysis {
    const began = performance.now();
    this.search.prepare(state, plan, megabytes);
    const wanted = Math.min(Math.max(best, 1), MAX_RANKED_MOVES);
    const report = this.search.search(state, limits, 0n, wanted, this.onBestMove);
    const seconds = (performance.now() - began) / 1000;
    return {
      depth: report.depth,
      nodes: report.nodes,
      seconds,
      nodesPerSecond: seconds > 0 ? report.nodes / seconds : 0,
      lines: report.rootMoves.map(({ shares, pv }) => {
        const written = pv.map((move) => notationOf(gridOf(state.board.type), move));
        return { move: written[0] ?? "", shares, variation: written };
      }),
    };
  }

  async bestTurn(state: State, nodes: number): Promise<BestTurn> {
    const steps: Step[] = [];
    const now = () => steps.at(-1)?.view.state ?? state;
    const over = () => now().winner !== null || isTurnOver(state, steps);
    const playUntilOver = (moves: readonly Move[]) => {
      for (const move of moves) if (!over()) steps.push(this.rules.play(now(), move));
    };
    let shares: number[] | null = null;
    for (;;) {
      playUntilOver(this.rules.settle(now()).map(({ move }) => move));
      if (over()) return { shares: shares ?? (await this.expectedShares(now(), nodes)), steps };
      const found = this.searchFresh(now(), nodes);
      shares ??= found.shares;
      playUntilOver(found.pv);
    }
  }

  async expectedShares(state: State, nodes: number): Promise<number[]> {
    const settled = this.rules.settle(state).at(-1)?.view.state ?? state;
    return finalShares(settled) ?? this.searchFresh(settled, nodes).shares;
  }

  async proveWin(state: State, turns: number, nodes: number): Promise<WinProof> {
    this.search.prepare(state, kernelPlan(WIN_PROVER), ANALYSIS_MEGABYTES);
    this.search.clear();
    const report = this.search.search(state, { nodes, depth: turns }, 0n);
    const grid = gridOf(state.board.type);
    return {
      turns: report.depth,
      moves: report.rootMoves.map(({ move }) => notationOf(grid, move)),
      complete: report.nodes < nodes,
    };
  }

  /** Forgets earlier searches, so that the result depends on nothing but the arguments. */
  private searchFresh(state: State, nodes: number): RootMove {
    this.search.prepare(state, countedPlan(state), ANALYSIS_MEGABYTES);
    this.search.clear();
    return this.search.search(state, { nodes }, 0n).rootMoves[0] as RootMove;
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
