// A game followed as long as a place shows it.

import { useEffect, useMemo, useSyncExternalStore } from "react";
import { serverEngine, useEngine } from "../engine/useEngine";
import { Follower, type Following } from "./follower";

export function useGame(id: string, code?: string): [Following, Follower] {
  const engine = useEngine();
  const follower = useMemo(
    () => new Follower(id, engine, serverEngine(), code),
    [id, engine, code],
  );
  useEffect(() => follower.follow(), [follower]);
  return [useSyncExternalStore(follower.subscribe, follower.get), follower];
}
