// A game followed as long as a place shows it.

import { useEffect, useMemo, useSyncExternalStore } from "react";
import { serverEngine, useEngine } from "../engine/useEngine";
import { type GameSnapshot, GameStore } from "./gameStore";

export function useGameStore(id: string, code?: string): [GameSnapshot, GameStore] {
  const engine = useEngine();
  const follower = useMemo(
    () => new GameStore(id, engine, serverEngine(), code),
    [id, engine, code],
  );
  useEffect(() => follower.follow(), [follower]);
  return [useSyncExternalStore(follower.subscribe, follower.get), follower];
}
