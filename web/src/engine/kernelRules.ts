// The rules by the kernel, as functions from states to states. Stateless between calls. Mirrors
// ringrift.kernel.Position.

import type { Decision, DecisionKind } from "../rules/decision";
import { EDITIONS } from "../rules/editions";
import { HOST_REASONS } from "../rules/enums";
import { type Grid, gridOf } from "../rules/grid";
import { importState } from "../rules/importState";
import { refuse } from "../rules/messages";
import { isBookkeeping, sameMove } from "../rules/moves";
import { findMove, notationOf, readNotation } from "../rules/notation";
import { monotoneSum } from "../rules/state";
import { stateHash } from "../rules/stateHash";
import {
  type Move,
  type Refusal,
  RefusedError,
  type Seat,
  type Setup,
  type State,
  type UncheckedState,
} from "../rules/wire";
import type { PositionView, Step } from "./engine";
import { encodeQuery, toRefusal } from "./explanations";
import { decodeMove, encodeMove, type MoveContext } from "./moveCodec";
import { boardIndex, decodeState, encodeState, fieldCount } from "./stateCodec";
import type { Kernel, KernelMove } from "./wasm";

export class KernelRules {
  constructor(readonly kernel: Kernel) {}

  newGame({ board, players, edition, swap }: Setup): PositionView {
    this.kernel.newGame(
      boardIndex(board),
      players,
      EDITIONS.indexOf(edition),
      swap && players === 2,
    );
    return this.view(gridOf(board));
  }

  /** Checks a state from outside, whatever it is. */
  inspect(value: unknown): PositionView {
    return this.check(importState(value));
  }

  /** Checks a well-formed state and derives what is missing. */
  check(state: UncheckedState): PositionView {
    return this.view(this.loadState(state));
  }

  play(state: State, move: Move): Step {
    const grid = this.loadState(state);
    const step = this.applyMove(grid, this.requireLegal(grid, state, move), state);
    return { ...step, view: this.view(grid) };
  }

  playAndSettle(state: State, move: Move): Step[] {
    const first = this.play(state, move);
    return [first, ...this.settleFrom(first.view)];
  }

  settle(state: State): Step[] {
    return this.settleFrom(this.view(this.loadState(state)));
  }

  parseMove(state: State, notation: string): Move {
    const grid = this.loadState(state);
    const described = readNotation(state, notation);
    // A complete notation needs no list of legal moves.
    if (notationOf(grid, described) === notation && this.encodeLegalMove(grid, state, described))
      return described;
    const decision = this.currentDecision(grid, state);
    const named = readNotation(state, notation, decision);
    return findMove(decision, notation) ?? this.refuseMove(grid, named);
  }

  /** Why a move is illegal; null if it is legal. */
  whyIllegal(state: State, move: Move): Refusal | null {
    return this.explain(this.loadState(state), move);
  }

  /** The state that ends in a result declared by the host [R170]. */
  endGame(state: State, winner: Seat, reason: string): State {
    if (state.winner !== null) refuse("GAME_OVER.result", {});
    if (!HOST_REASONS.includes(reason) || winner > state.players.length)
      refuse("INVALID_RESULT", { seat: winner, reason, choices: HOST_REASONS });
    const ended: State = { ...state, currentPhase: "game_over", winner, victoryReason: reason };
    return this.currentState(this.loadState(ended));
  }

  /** The decision of a state; null when the game is over. */
  decision(state: State): Decision | null {
    return this.currentDecision(this.loadState(state), state);
  }

  /** Plays one move without listing the legal moves after it: replays do not need them. */
  replayMove(state: State, move: Move): Step {
    const grid = this.loadState(state);
    const step = this.applyMove(grid, this.requireLegal(grid, state, move), state);
    return { ...step, view: viewOf(this.currentState(grid), null) };
  }

  /** Decodes consecutive moves from a state. */
  decodeMoves(state: State, kernelMove: readonly KernelMove[]): Move[] {
    const grid = this.loadState(state);
    return kernelMove.map((one) => this.applyMove(grid, one, this.currentState(grid)).move);
  }

  private settleFrom(currentView: PositionView): Step[] {
    const steps: Step[] = [];
    for (let { state, decision } = currentView; decision !== null && !decision.interactive; ) {
      const step = this.play(state, decision.moves[0] as Move);
      steps.push(step);
      ({ state, decision } = step.view);
    }
    return steps;
  }

  private loadState(state: UncheckedState): Grid {
    const grid = gridOf(state.board.type);
    const explanation = this.kernel.loadState(boardIndex(grid.name), encodeState(state));
    if (explanation === null) return grid;
    throw new RefusedError(toRefusal(explanation, grid, null));
  }

  private requireLegal(grid: Grid, state: State, move: Move): KernelMove {
    const kernelMove = this.encodeLegalMove(grid, state, move);
    if (kernelMove !== null) return kernelMove;
    return this.refuseMove(grid, move);
  }

  private refuseMove(grid: Grid, move: Move): never {
    const refusal = this.explain(grid, move);
    throw refusal ? new RefusedError(refusal) : new Error(`no reason against ${move.type}`);
  }

  private explain(grid: Grid, move: Move): Refusal | null {
    const explanation = this.kernel.whyIllegal(encodeQuery(move, grid));
    return explanation && toRefusal(explanation, grid, move);
  }

  /** The kernel's form of a move if it is legal, else null. */
  private encodeLegalMove(grid: Grid, state: State, move: Move): KernelMove | null {
    const kernelMove = move.player === state.currentPlayer ? encodeMove(move, grid) : null;
    if (kernelMove === null || !this.kernel.isLegal(kernelMove)) return null;
    // The kernel's form does not hold all cells of a line or a region.
    return sameMove(decodeMove(kernelMove, this.moveContext(grid, state)), move)
      ? kernelMove
      : null;
  }

  private applyMove(grid: Grid, kernelMove: KernelMove, before: State): Omit<Step, "view"> {
    const move = decodeMove(kernelMove, this.moveContext(grid, before));
    this.kernel.applyMove(kernelMove);
    return { move, notation: notationOf(grid, move), bookkeeping: isBookkeeping(move.type) };
  }

  private view(grid: Grid): PositionView {
    const state = this.currentState(grid);
    return viewOf(state, this.currentDecision(grid, state));
  }

  private currentState(grid: Grid): State {
    return decodeState(this.kernel.dumpState(fieldCount(grid)));
  }

  private currentDecision(grid: Grid, state: State): Decision | null {
    const context = this.moveContext(grid, state);
    const moves = this.kernel.listMoves().map((kernelMove) => decodeMove(kernelMove, context));
    const first = moves[0];
    if (first === undefined) return null;
    const interactive = !isBookkeeping(first.type);
    return {
      seat: state.currentPlayer,
      kind: interactive ? decisionKind(state, first) : "bookkeeping",
      interactive,
      moves,
      notation: moves.map((move) => notationOf(grid, move)),
    };
  }

  private moveContext(grid: Grid, state: State): MoveContext {
    return {
      grid,
      seat: state.currentPlayer,
      seats: state.players.length,
      pending: state.turn.pendingElimination,
      moveCells: (kernelMove) => this.kernel.moveCells(kernelMove),
    };
  }
}

export function viewOf(state: State, decision: Decision | null): PositionView {
  return { state, hash: stateHash(state), monotoneSum: monotoneSum(state), decision };
}

const DECISION_KINDS: Record<State["currentPhase"], DecisionKind> = {
  ring_placement: "placement",
  movement: "movement",
  capture: "capture",
  chain_capture: "chain_capture",
  line_processing: "line",
  territory_processing: "region",
  forced_elimination: "forced_elimination",
  game_over: "bookkeeping",
};
const COST_KINDS = {
  line: "line_cost",
  territory: "region_cost",
  recovery: "recovery_cost",
} as const;

function decisionKind(state: State, first: Move): DecisionKind {
  if (state.turn.pendingElimination !== null) return COST_KINDS[state.turn.pendingElimination];
  if (first.type === "recovery_slide" || first.type === "skip_recovery") return "recovery";
  return DECISION_KINDS[state.currentPhase];
}
