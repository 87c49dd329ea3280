// The rules by the kernel: states in, states out. Twin of ringrift.kernel.Position; it holds nothing between two calls.

import { EDITIONS } from "../rules/editions";
import { type Grid, gridOf } from "../rules/grid";
import { importState } from "../rules/importState";
import { monotoneSum } from "../rules/monotoneSum";
import { isBookkeeping, sameMove } from "../rules/moves";
import { describedMove, notationOf, parseMove } from "../rules/notation";
import { stateHash } from "../rules/stateHash";
import { reasonAgainst } from "../rules/whyIllegal";
import { type Move, RefusedError, type State } from "../rules/wire";
import { words } from "../strings";
import type { Decision, DecisionKind, PositionView, Setup, Step } from "./engine";
import { type Reading, toMove, toNumbers } from "./moveCodec";
import { boardNumber, fieldCount, fromFields, toFields } from "./stateCodec";
import type { Kernel, Numbers } from "./wasm";

export class Rules {
  constructor(readonly kernel: Kernel) {}

  newGame({ board, players, edition, swap }: Setup): PositionView {
    this.kernel.start(
      boardNumber(board),
      players,
      EDITIONS.indexOf(edition) === 1,
      swap && players === 2,
    );
    return this.view(gridOf(board));
  }

  /** Checks a state from outside, whatever it is. */
  see(value: unknown): PositionView {
    return this.view(this.load(importState(value)));
  }

  play(state: State, move: Move): Step {
    const grid = this.load(state);
    const step = this.applied(grid, this.legal(grid, state, move), state);
    return { ...step, view: this.view(grid) };
  }

  playOn(state: State, move: Move): Step[] {
    const first = this.play(state, move);
    return [first, ...this.settledFrom(first.view)];
  }

  settle(state: State): Step[] {
    return this.settledFrom(this.view(this.load(state)));
  }

  parse(state: State, notation: string): Move {
    const grid = this.load(state);
    const described = describedMove(state, notation);
    // Most texts say all there is to say; only then an offer is not needed.
    if (notationOf(grid, described) === notation && this.numbersOf(grid, state, described))
      return described;
    return parseMove({ state, decision: this.offered(grid, state) }, notation);
  }

  /** What the state offers; null when the game is over. */
  decision(state: State): Decision | null {
    return this.offered(this.load(state), state);
  }

  /** One move without what it leads to being offered: for replays, which need none of it. */
  replayed(state: State, move: Move): Step {
    const grid = this.load(state);
    const step = this.applied(grid, this.legal(grid, state, move), state);
    return { ...step, view: viewOf(this.current(grid), null) };
  }

  /** The moves of numbers that follow one another from a state. */
  variation(state: State, numbers: readonly Numbers[]): Move[] {
    const grid = this.load(state);
    return numbers.map((one) => this.applied(grid, one, this.current(grid)).move);
  }

  private settledFrom(view: PositionView): Step[] {
    const steps: Step[] = [];
    for (let { state, decision } = view; decision !== null && !decision.interactive; ) {
      const step = this.play(state, decision.moves[0] as Move);
      steps.push(step);
      ({ state, decision } = step.view);
    }
    return steps;
  }

  private load(state: State): Grid {
    const grid = gridOf(state.board.type);
    const wrong = this.kernel.load(boardNumber(grid.name), toFields(state));
    if (wrong === null) return grid;
    throw new RefusedError({
      code: "CONTRADICTION",
      rule: "R070",
      message: words.engine.reading.kernelRefuses(wrong),
    });
  }

  private legal(grid: Grid, state: State, move: Move): Numbers {
    const numbers = this.numbersOf(grid, state, move);
    if (numbers !== null) return numbers;
    throw new RefusedError(reasonAgainst({ state, decision: this.offered(grid, state) }, move));
  }

  /** The numbers of a legal move, or null. */
  private numbersOf(grid: Grid, state: State, move: Move): Numbers | null {
    const numbers = move.player === state.currentPlayer ? toNumbers(move, grid) : null;
    if (numbers === null || !this.kernel.legal(numbers)) return null;
    // A line or a region may have been given with other cells.
    return sameMove(toMove(numbers, this.reading(grid, state)), move) ? numbers : null;
  }

  private applied(grid: Grid, numbers: Numbers, before: State): Omit<Step, "view"> {
    const move = toMove(numbers, this.reading(grid, before));
    this.kernel.apply(numbers);
    return { move, notation: notationOf(grid, move), bookkeeping: isBookkeeping(move.type) };
  }

  private view(grid: Grid): PositionView {
    const state = this.current(grid);
    return viewOf(state, this.offered(grid, state));
  }

  private current(grid: Grid): State {
    return fromFields(this.kernel.fields(fieldCount(grid)));
  }

  private offered(grid: Grid, state: State): Decision | null {
    const reading = this.reading(grid, state);
    const moves = this.kernel.list().map((numbers) => toMove(numbers, reading));
    const first = moves[0];
    if (first === undefined) return null;
    const interactive = !isBookkeeping(first.type);
    return {
      seat: state.currentPlayer,
      kind: interactive ? kindOf(state, first) : "bookkeeping",
      interactive,
      moves,
      notation: moves.map((move) => notationOf(grid, move)),
    };
  }

  private reading(grid: Grid, state: State): Reading {
    return {
      grid,
      seat: state.currentPlayer,
      seats: state.players.length,
      pending: state.turn.pendingElimination,
      cellsOf: (numbers) => this.kernel.cellsOf(numbers),
    };
  }
}

export function viewOf(state: State, decision: Decision | null): PositionView {
  return { state, hash: stateHash(state), monotoneSum: monotoneSum(state), decision };
}

const KINDS: Record<State["currentPhase"], DecisionKind> = {
  ring_placement: "placement",
  movement: "movement",
  capture: "capture",
  chain_capture: "chain_capture",
  line_processing: "line",
  territory_processing: "region",
  forced_elimination: "forced_elimination",
  game_over: "bookkeeping",
};
const COSTS = { line: "line_cost", territory: "region_cost", recovery: "recovery_cost" } as const;

function kindOf(state: State, first: Move): DecisionKind {
  if (state.turn.pendingElimination !== null) return COSTS[state.turn.pendingElimination];
  if (first.type === "recovery_slide" || first.type === "skip_recovery") return "recovery";
  return KINDS[state.currentPhase];
}
