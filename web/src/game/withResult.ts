// A game that ended beside the board (somebody resigned, left, or had no time left): the last position, with its result.

import type { Sight } from "../engine/engine";
import type { Ended } from "../live/messages";

export function withResult(sight: Sight, { winner, reason, ranking }: Ended): Sight {
  if (sight.state.gameStatus === "completed") return sight;
  const state = {
    ...sight.state,
    gameStatus: "completed" as const,
    winner,
    victoryReason: reason,
    ranking: ranking.map(({ seat, rank }) => ({ playerNumber: seat, rank })),
  };
  return { ...sight, state, offer: null };
}
