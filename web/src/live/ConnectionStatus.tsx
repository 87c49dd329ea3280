// Whether the page hears the server; said aloud when that changes.

import { useSyncExternalStore } from "react";
import { words } from "../strings";
import { liveClient } from "./liveClient";

export function ConnectionStatus() {
  const state = useSyncExternalStore(liveClient.subscribe, liveClient.connectionState);
  return (
    <div role="status" className="line-place">
      {state !== "idle" && (
        <span className="line-status" data-line={state}>
          <span>{words.shell.line[state]}</span>
        </span>
      )}
    </div>
  );
}
