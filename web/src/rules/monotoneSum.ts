// The measure that makes every game end [R191].

import type { State } from "./wire";

/** S = markers + collapsed cells + eliminated rings. It never falls. */
export function monotoneSum(state: State): number {
  const eliminated = state.players.reduce((sum, player) => sum + player.eliminatedRings, 0);
  return (
    Object.keys(state.board.markers).length +
    Object.keys(state.board.collapsedSpaces).length +
    eliminated
  );
}
