// A game followed as long as a place shows it.

import { useEffect, useMemo, useSyncExternalStore } from "react";
import { serverEngine, useEngine } from "../engine/useEngine";
import { type GameSnapshot, GameStore } from "./gameStore";

export function useGameStore(id: string, code?: string): [GameSnapshot, GameStore] {
  const engine = useEngine();
  const store = useMemo(() => new GameStore(id, engine, serverEngine(), code), [id, engine, code]);
  useEffect(() => store.watch(), [store]);
  return [useSyncExternalStore(store.subscribe, store.get), store];
}
