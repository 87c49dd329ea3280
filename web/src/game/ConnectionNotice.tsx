import { useSyncExternalStore } from "react";
import { live } from "../live/live";
import { words } from "../strings";

/** Beside a game: that the line is broken, and what becomes of one's moves meanwhile. */
export function ConnectionNotice() {
  const state = useSyncExternalStore(live.subscribe, live.state);
  if (state !== "reconnecting") return null;
  return <p className="note">{words.game.reconnecting}</p>;
}
