// The engine of a page: a worker, started by the first call; where that is not possible, the
// server.

import type { State } from "../rules/wire";
import type { BestTurn, Engine, PositionAnalysis, WinProof } from "./engine";
import { LazyEngine } from "./lazyEngine";
import { WorkerEngine } from "./workerEngine";

export class PageEngine extends LazyEngine {
  /** `fallback` answers if the worker cannot start; `onFallback` receives the reason. */
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
    return this.callEngine((engine) => engine.analyse?.(state, nodes, best) ?? noEngine());
  }
  analyseTimed(state: State, seconds: number, best: number): Promise<PositionAnalysis> {
    return this.callEngine((engine) => engine.analyseTimed?.(state, seconds, best) ?? noEngine());
  }
  bestTurn(state: State, nodes: number): Promise<BestTurn> {
    return this.callEngine((engine) => engine.bestTurn?.(state, nodes) ?? noEngine());
  }
  proveWin(state: State, turns: number, nodes: number): Promise<WinProof> {
    return this.callEngine((engine) => engine.proveWin?.(state, turns, nodes) ?? noEngine());
  }
  expectedShares(state: State, nodes: number): Promise<number[]> {
    return this.callEngine((engine) => engine.expectedShares?.(state, nodes) ?? noEngine());
  }
}

const noEngine = () => Promise.reject(new Error("no engine here"));
