// Where a turn ends, and what the end of a game is worth.

import type { State } from "../rules/wire";
import type { Step } from "./engine";

/** Returns whether the steps complete a turn: another turn began, or the two people swapped. */
export function isTurnOver(start: State, steps: readonly Step[]): boolean {
  const last = steps.at(-1)?.view.state;
  if (last === undefined) return false;
  // The person who swaps takes the other seat; the rest of the turn is the other person's [R180].
  const swapped = steps.some(({ move }) => move.type === "swap_sides");
  return swapped || last.turnNumber !== start.turnNumber;
}

/** Returns the exact shares of a finished game, or null. */
export function finalShares(state: State): number[] | null {
  if (state.winner === null) return null;
  return state.players.map((player) => (player.playerNumber === state.winner ? 1 : 0));
}
