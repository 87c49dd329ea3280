// Paying: the stack whose ring or cap goes [R100, R115, R122, R145].

import type { PositionView } from "../../engine/engine";
import type { Key, Move } from "../../rules/wire";
import { words } from "../../strings";
import { keyOf, positionOf } from "../cells";
import type { CellChoice, Prompt } from "../prompt";
import { toMove } from "../prompt";
import { ringsPaid } from "./costs";

type Payment = Extract<Move, { type: "eliminate_rings_from_stack" | "forced_elimination" }>;

export function askPayment(view: PositionView, moves: readonly Move[]): Prompt {
  const payments = moves.filter(
    (move): move is Payment =>
      move.type === "eliminate_rings_from_stack" || move.type === "forced_elimination",
  );
  const answers = new Map<Key, CellChoice>();
  for (const move of payments) {
    const cell = keyOf(move.to);
    const text = words.play.pays(ringsPaid(view.state, move));
    answers.set(cell, {
      look: "stack",
      glow: { cells: [cell], seat: move.player, text },
      next: toMove(move),
    });
  }
  return {
    prompt: paymentPrompt(view),
    chosen: null,
    answers,
    options: [],
    glows: [{ cells: [...answers.keys()] }],
    attempt: (cell) => ({ move: paying(view, cell) }),
  };
}

function paymentPrompt({ state }: PositionView): string {
  switch (state.turn.pendingElimination) {
    case "line":
      return state.edition === "standard" ? words.play.payLineRing : words.play.payLine;
    case "territory":
      return words.play.payRegion;
    case "recovery":
      return words.play.payRecovery;
    default:
      return words.play.forced;
  }
}

function paying({ state }: PositionView, cell: Key): Move {
  const [player, to] = [state.currentPlayer, positionOf(cell)];
  const eliminationContext = state.turn.pendingElimination;
  return eliminationContext === null
    ? { type: "forced_elimination", player, to }
    : { type: "eliminate_rings_from_stack", player, to, eliminationContext };
}
