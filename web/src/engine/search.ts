// Searching a state for its best moves: the kernel's search with moves of the wire at the border.

import type { Move, State } from "../rules/wire";
import type { Rules } from "./kernelRules";
import { weightsFor } from "./levelSettings";
import { boardNumber, toFields } from "./stateCodec";
import type { Found } from "./wasm";

export interface Line {
  move: Move;
  /** The expected share of the win of who has each seat now; together 1. */
  shares: number[];
  /** Best play: this move first, bookkeeping included. */
  variation: Move[];
}

export interface Report {
  depth: number;
  nodes: number;
  /** Best first. */
  lines: Line[];
}

export interface Budget {
  nodes?: number;
  depth?: number;
  milliseconds?: number;
}

export class Search {
  private setup = "";

  constructor(private readonly rules: Rules) {}

  /** Makes ready for states of this setup; what was learned with another one is forgotten. */
  ready({ board, players, edition }: State, method: number, megabytes: number): void {
    const setup = `${board.type}/${players.length}/${edition}/${method}/${megabytes}`;
    this.rules.kernel.ready(boardNumber(board.type), method, megabytes);
    if (setup !== this.setup) this.forget();
    this.setup = setup;
  }

  forget(): void {
    this.rules.kernel.forget();
  }

  /** The `best` moves within the budget; `tell` hears of the best one after every depth, by the tree now and then. */
  think(
    state: State,
    budget: Budget,
    seed: bigint,
    best = 1,
    tell: ((move: Move) => void) | null = null,
  ): Report {
    const { kernel } = this.rules;
    const seats = state.players.length;
    const weights = weightsFor(state.board.type, seats, state.edition);
    const effort = {
      nodes: budget.nodes ?? 0,
      milliseconds: budget.milliseconds ?? 0,
      depth: budget.depth ?? 0,
      seed,
      best,
    };
    const report = (found: Found): boolean => {
      const move = tell && this.lines(state, found, 1)[0]?.move;
      if (tell && move) tell(move);
      return false;
    };
    const found = kernel.think(toFields(state), weights, effort, report);
    return {
      depth: found.depth,
      nodes: found.nodes,
      lines: this.lines(state, found, found.lines.length),
    };
  }

  private lines(state: State, found: Found, most: number): Line[] {
    const seats = state.players.length;
    return found.lines.slice(0, most).map((line) => {
      const variation = this.rules.variation(state, line.variation);
      const permille = line.shares.slice(0, seats);
      const total = permille.reduce((sum, share) => sum + share, 0);
      return {
        move: variation[0] as Move,
        shares: permille.map((share) => share / total),
        variation,
      };
    });
  }
}
