// A watched game in React.

import { useEffect, useMemo, useSyncExternalStore } from "react";
import type { PositionView } from "../engine/engine";
import { serverEngine, useEngine } from "../engine/useEngine";
import { type GameSnapshot, GameStore } from "./gameStore";
import type { GameResult } from "./protocol";

/** Watches the game while the page is shown. */
export function useGameStore(id: string, code?: string): [GameSnapshot, GameStore] {
  const engine = useEngine();
  const store = useMemo(() => new GameStore(id, engine, serverEngine(), code), [id, engine, code]);
  useEffect(() => store.watch(), [store]);
  return [useSyncExternalStore(store.subscribe, store.get), store];
}

/** The last position with a result that came from outside the board: resignation, time, abandonment. */
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
