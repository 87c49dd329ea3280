// The engine of a page: its worker, begun with the first question; where there can be none, the server.

import type { State } from "../rules/wire";
import type { Engine, PositionAnalysis } from "./engine";
import { LazyEngine } from "./lazyEngine";
import { WorkerEngine } from "./workerEngine";

export class PageEngine extends LazyEngine {
  /** `instead` answers where no worker can be had; `given` hears that it does, and why. */
  constructor(makeWorker: () => Worker, fallback: Engine, onFallback: (why: string) => void) {
    super("page", async () => {
      try {
        if (typeof WebAssembly === "undefined" || typeof Worker === "undefined")
          throw new Error("no WebAssembly");
        return await WorkerEngine.start(makeWorker);
      } catch (error) {
        onFallback(String(error));
        return fallback;
      }
    });
  }

  analyse(state: State, nodes: number, best: number): Promise<PositionAnalysis> {
    return this.callEngine(
      (engine) =>
        engine.analyse?.(state, nodes, best) ?? Promise.reject(new Error("no engine here")),
    );
  }
}
