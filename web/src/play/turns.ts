// The log: moves by turns, passes left out.

import type { Step } from "../engine/engine";
import type { Seat } from "../rules/wire";

export interface LoggedMove {
  notation: string;
  /** How many steps lead to the state after it, the passes behind it included. */
  at: number;
}

export interface LoggedTurn {
  number: number;
  seat: Seat;
  moves: LoggedMove[];
}

export function groupByTurn(steps: readonly Step[]): LoggedTurn[] {
  const turns: LoggedTurn[] = [];
  steps.forEach((step, i) => {
    if (step.bookkeeping) {
      const last = turns.at(-1)?.moves.at(-1);
      if (last?.at === i) last.at = i + 1;
      return;
    }
    const number = turnNumberOf(steps, i);
    const last = turns.at(-1);
    const turn = last?.number === number ? last : { number, seat: step.move.player, moves: [] };
    if (turn !== last) turns.push(turn);
    turn.moves.push({ notation: step.notation, at: i + 1 });
  });
  return turns;
}

function turnNumberOf(steps: readonly Step[], index: number): number {
  const before = steps[index - 1]?.view.state;
  if (before) return before.turnNumber;
  const step = steps[index];
  if (!step) return 1;
  const { state } = step.view;
  return state.currentPlayer === step.move.player ? state.turnNumber : state.turnNumber - 1;
}
