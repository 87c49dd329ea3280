// The engine of the page.

import { useSyncExternalStore } from "react";
import type { Engine } from "./engine";
import { LazyEngine } from "./lazyEngine";
import { PageEngine } from "./pageEngine";

const server = new LazyEngine(
  "server",
  async () => new (await import("./serverEngine")).ServerEngine(),
);
const listeners = new Set<() => void>();
let engine: Engine = new PageEngine(
  () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module" }),
  server,
  (why) => {
    console.warn(`The server plays instead of the page's own engine (${why}).`);
    engine = server;
    for (const listener of listeners) listener();
  },
);

/** The kernel in a worker, or the server as fallback. `runsIn` says which; it may change once. */
export function useEngine(): Engine {
  return useSyncExternalStore(subscribe, pageEngine, pageEngine);
}

/** The same outside of components. */
export function pageEngine(): Engine {
  return engine;
}

/** The server as an engine, for answers that must be the server's. */
export function serverEngine(): Engine {
  return server;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
