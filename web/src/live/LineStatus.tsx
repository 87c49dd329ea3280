// Whether the page hears the server; said aloud when that changes.

import { useSyncExternalStore } from "react";
import { words } from "../strings";
import { live } from "./live";

export function LineStatus() {
  const state = useSyncExternalStore(live.subscribe, live.state);
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
