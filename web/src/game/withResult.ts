// A game that ended beside the board (somebody resigned, left, or had no time left): the last position, with its result.

import type { PositionView } from "../engine/engine";
import type { GameResult } from "../live/protocol";

export function withResult(
  view: PositionView,
  { winner, reason, ranking }: GameResult,
): PositionView {
  if (view.state.gameStatus === "completed") return view;
  const state = {
    ...view.state,
    gameStatus: "completed" as const,
    winner,
    victoryReason: reason,
    ranking: ranking.map(({ seat, rank }) => ({ playerNumber: seat, rank })),
  };
  return { ...view, state, decision: null };
}
