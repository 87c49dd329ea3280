// Searches for the best moves: the kernel's search with wire moves.

import type { Move, State } from "../rules/wire";
import type { KernelRules } from "./kernelRules";
import { weightsFor } from "./levelSettings";
import type { SearchPlan } from "./searchPlan";
import { boardIndex, encodeState } from "./stateCodec";
import type { KernelSearchResult } from "./wasm";

/** The most moves that a search returns. */
export const MAX_ROOT_MOVES = 64;

export interface RootMove {
  move: Move;
  /** The expected share of the win by seat; together 1. */
  shares: number[];
  /** The principal variation, starting with this move, bookkeeping included. */
  pv: Move[];
}

export interface SearchReport {
  depth: number;
  nodes: number;
  /** Best first. */
  rootMoves: RootMove[];
}

export interface SearchLimits {
  nodes?: number;
  depth?: number;
  milliseconds?: number;
}

export class Searcher {
  private setup = "";

  constructor(private readonly rules: KernelRules) {}

  /** Prepares for states of this setup; another setup or plan clears the memory. */
  prepare({ board, players, edition }: State, plan: SearchPlan, megabytes: number): void {
    const { method, settings, network } = plan;
    const named = JSON.stringify(settings) + (network === null ? "" : "/network");
    const setup = `${board.type}/${players.length}/${edition}/${method}/${megabytes}/${named}`;
    this.rules.kernel.prepareSearch(boardIndex(board.type), method, megabytes, settings, network);
    if (setup !== this.setup) this.clear();
    this.setup = setup;
  }

  clear(): void {
    this.rules.kernel.clearSearch();
  }

  /**
   * The `best` best moves within the limits. `onBestMove` receives the best one after each depth,
   * or now and then from the tree search.
   */
  search(
    state: State,
    budget: SearchLimits,
    seed: bigint,
    best = 1,
    onBestMove: ((move: Move) => void) | null = null,
  ): SearchReport {
    const { kernel } = this.rules;
    const seats = state.players.length;
    const weights = weightsFor(state.board.type, seats, state.edition);
    const effort = {
      nodes: budget.nodes ?? 0,
      milliseconds: budget.milliseconds ?? 0,
      depth: budget.depth ?? 0,
      seed,
      count: best,
    };
    const report = (result: KernelSearchResult): boolean => {
      const move = onBestMove && this.toRootMoves(state, result, 1)[0]?.move;
      if (onBestMove && move) onBestMove(move);
      return false;
    };
    const result = kernel.search(encodeState(state), weights, effort, report);
    return {
      depth: result.depth,
      nodes: result.nodes,
      rootMoves: this.toRootMoves(state, result, result.rootMoves.length),
    };
  }

  private toRootMoves(state: State, result: KernelSearchResult, most: number): RootMove[] {
    const seats = state.players.length;
    return result.rootMoves.slice(0, most).map((rootMove) => {
      const pv = this.rules.decodeMoves(state, rootMove.pv);
      const permille = rootMove.shares.slice(0, seats);
      const total = permille.reduce((sum, share) => sum + share, 0);
      return {
        move: pv[0] as Move,
        shares: permille.map((share) => share / total),
        pv,
      };
    });
  }
}
