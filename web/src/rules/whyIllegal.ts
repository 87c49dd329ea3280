// Why a move is not legal: the reason, the rule, and what can be done instead. Twin of the law's explain.py.

import { words } from "../strings";
import type { Decision } from "./decision";
import { cellAt, gridOf } from "./grid";
import { isBookkeeping, MOVES_OF_PHASE, positionsOf } from "./moves";
import { ownReason } from "./moveTypeReasons";
import type { Move, Refusal, State } from "./wire";

const say = words.engine.refusals;

/** A state and what it offers. */
export interface DecisionView {
  state: State;
  /** Null when the game is over. */
  decision: Decision | null;
}

/** Why a move that the state does not offer cannot be made. */
export function reasonAgainst(seen: DecisionView, move: Move): Refusal {
  return generalReason(seen, move) ?? particularReason(seen, move);
}

/** Reasons that any kind of move can have: the game, the seat, the board, the phase. */
function generalReason({ state, decision }: DecisionView, move: Move): Refusal | null {
  if (state.winner !== null) return refusal("GAME_OVER", "R170", say.gameOver(state.winner));
  if (move.player !== state.currentPlayer) {
    return refusal("NOT_YOUR_TURN", "R070", say.notYourTurn(state.currentPlayer, move.player));
  }
  const grid = gridOf(state.board.type);
  const outside = positionsOf(move).find((position) => cellAt(grid, position) < 0);
  if (outside) {
    const cell = `(${Object.values(outside).join(", ")})`;
    return refusal("OUT_OF_BOUNDS", grid.rule, say.outOfBounds(cell, grid.name));
  }
  const advice = adviceOf(decision);
  if (move.type === "swap_sides")
    return refusal("SWAP_UNAVAILABLE", "R180", say.swapUnavailable(advice));
  if (!MOVES_OF_PHASE[state.currentPhase].includes(move.type))
    return wrongPhase(state, move, advice);
  if (isBookkeeping(move.type)) {
    return refusal("ACTION_AVAILABLE", "R075", say.actionAvailable(move.type, advice));
  }
  return null;
}

function wrongPhase(state: State, move: Move, advice: string): Refusal {
  if (state.currentPhase === "chain_capture") {
    return refusal("CHAIN_MUST_CONTINUE", "R103", say.chainGoesOn(advice));
  }
  return refusal("WRONG_PHASE", "R070", say.wrongPhase(move.type, state.currentPhase, advice));
}

function particularReason({ state, decision }: DecisionView, move: Move): Refusal {
  if (state.turn.pendingElimination !== null && move.type !== "eliminate_rings_from_stack") {
    const rule = state.currentPhase === "territory_processing" ? "R145" : "R122";
    return refusal("COST_DUE", rule, say.costDue(adviceOf(decision)));
  }
  return ownReason(state, move);
}

/** What the state offers instead. */
function adviceOf(decision: DecisionView["decision"]): string {
  if (decision === null) return "";
  const types = [...new Set(decision.moves.map((move) => move.type))].sort();
  return decision.interactive ? say.choose(types) : say.apply(types[0] ?? "");
}

function refusal(code: string, rule: string, message: string): Refusal {
  return { code, rule, message };
}
