// Payment: the stack that loses a ring or its cap [R100, R115, R122, R145].

import type { PositionView } from "../../engine/engine";
import { messages } from "../../messages";
import { editionData } from "../../rules/editions";
import type { Key, Move } from "../../rules/wire";
import { keyOf, positionFromKey } from "../cells";
import type { CellChoice, Prompt } from "../prompt";
import { completeWith } from "../prompt";
import { countRingsPaid } from "./costs";

type Payment = Extract<Move, { type: "eliminate_rings_from_stack" | "forced_elimination" }>;

export function paymentPrompt(view: PositionView, moves: readonly Move[]): Prompt {
  const payments = moves.filter(
    (move): move is Payment =>
      move.type === "eliminate_rings_from_stack" || move.type === "forced_elimination",
  );
  const cells = new Map<Key, CellChoice>();
  for (const move of payments) {
    const cell = keyOf(move.to);
    const rings = countRingsPaid(view.state, move);
    const text = messages.play.pays({ rings });
    cells.set(cell, {
      mark: "actor",
      rings,
      glow: { cells: [cell], seat: move.player, text },
      choose: completeWith(move),
    });
  }
  return {
    text: paymentText(view),
    detail: messages.play.detail.pay,
    selected: null,
    cells,
    buttons: [],
    glows: [{ cells: [...cells.keys()] }],
    explainClick: (cell) => ({ move: paymentMove(view, cell) }),
  };
}

function paymentText({ state }: PositionView): string {
  switch (state.turn.pendingElimination) {
    case "line":
      return editionData(state.edition).lineCost === "ring"
        ? messages.play.payLineRing
        : messages.play.payLine;
    case "territory":
      return messages.play.payRegion;
    case "recovery":
      return messages.play.payRecovery;
    default:
      return messages.play.forced;
  }
}

function paymentMove({ state }: PositionView, cell: Key): Move {
  const [player, to] = [state.currentPlayer, positionFromKey(cell)];
  const eliminationContext = state.turn.pendingElimination;
  return eliminationContext === null
    ? { type: "forced_elimination", player, to }
    : { type: "eliminate_rings_from_stack", player, to, eliminationContext };
}
