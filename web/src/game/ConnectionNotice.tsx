import { useSyncExternalStore } from "react";
import { liveClient } from "../live/liveClient";
import { words } from "../strings";

/** Beside a game: that the line is broken, and what becomes of one's moves meanwhile. */
export function ConnectionNotice() {
  const state = useSyncExternalStore(liveClient.subscribe, liveClient.connectionState);
  if (state !== "reconnecting") return null;
  return <p className="note">{words.game.reconnecting}</p>;
}
