import { useSyncExternalStore } from "react";
import { liveClient } from "../live/liveClient";
import { messages } from "../messages";

/** Beside a game: that the line is broken, and what becomes of one's moves meanwhile. */
export function ConnectionNotice() {
  const state = useSyncExternalStore(liveClient.subscribe, liveClient.connectionState);
  if (state !== "reconnecting") return null;
  return <p className="note">{messages.game.reconnecting}</p>;
}
