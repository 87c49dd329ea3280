// Numbers derived from a state.

import type { Seat, State } from "./wire";

/** R022: the number of top rings of the controller's colour; rings are listed top first. */
export function capHeight(rings: readonly Seat[]): number {
  const other = rings.findIndex((ring) => ring !== rings[0]);
  return other < 0 ? rings.length : other;
}

/** R191: S = markers + collapsed cells + eliminated rings. It never decreases. */
export function monotoneSum({ board, players }: State): number {
  const eliminated = players.reduce((sum, player) => sum + player.eliminatedRings, 0);
  const { markers, collapsedSpaces } = board;
  return Object.keys(markers).length + Object.keys(collapsedSpaces).length + eliminated;
}

/** Callers keep the steps, so engines neither send nor copy the history. */
export function withoutHistory(state: State): State {
  return state.moveHistory?.length === 0 ? state : { ...state, moveHistory: [] };
}
