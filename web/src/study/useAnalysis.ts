// The engine's thoughts about what is shown: the server's where it may be asked and answers, else the page's.

import { useEffect, useState } from "react";
import { ServerRefusal } from "../api/http";
import type { Engine, PositionView } from "../engine/engine";
import { messages } from "../messages";
import {
  type AnalysisUpdate,
  type AnalysisOptions as Asked,
  streamPageAnalysis,
  streamServerAnalysis,
} from "./analysisClient";

export interface UseAnalysisOptions extends Asked {
  /** Whether the server may be asked: it thinks for accounts only, and makes one for whoever has none. */
  server: boolean;
}

export interface AnalysisState extends AnalysisUpdate {
  /** Who thinks, or why nobody does. */
  note: string;
}

const QUEUED: AnalysisState = { status: "queued", queuedBefore: 0, report: null, note: "" };

/** `round` starts it anew for the same position. */
export function useAnalysis(
  engine: Engine,
  view: PositionView | null,
  options: UseAnalysisOptions,
  on: boolean,
  round: number,
): AnalysisState | null {
  const [thinking, setThinking] = useState<{ of: string; told: AnalysisState } | null>(null);
  const { best, server } = options;
  const hash = view?.hash ?? "";
  /** The views of a game that was replayed learn later what is offered. */
  const open = view?.decision?.interactive ?? false;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the hash stands for the state that is thought about
  useEffect(() => {
    if (!on || !open || !view) return;
    const controller = new AbortController();
    const tell = (told: AnalysisState) => {
      if (!controller.signal.aborted) setThinking({ of: hash, told });
    };
    setThinking({ of: hash, told: QUEUED });
    runAnalysis(engine, view, { best, server }, controller.signal, tell).catch((error) =>
      tell({
        ...QUEUED,
        status: "failed",
        note: error instanceof Error ? error.message : String(error),
      }),
    );
    return () => controller.abort();
  }, [engine, hash, open, best, server, on, round]);

  return thinking?.of === hash ? thinking.told : null;
}

async function runAnalysis(
  engine: Engine,
  view: PositionView,
  wanted: UseAnalysisOptions,
  signal: AbortSignal,
  tell: (told: AnalysisState) => void,
): Promise<void> {
  const hasPageEngine = engine.analyse !== undefined;
  const why = wanted.server
    ? await tryServerAnalysis(engine, view, wanted, signal, tell)
    : hasPageEngine
      ? messages.study.pageFirst
      : messages.study.serverOnly;
  if (why === null || signal.aborted) return;
  if (!hasPageEngine) return tell({ ...QUEUED, status: "failed", note: why });
  for await (const told of streamPageAnalysis(engine, view, wanted, signal))
    tell({ ...told, note: why });
}

/** The server's thoughts; why there are none, where that is so. */
async function tryServerAnalysis(
  engine: Engine,
  view: PositionView,
  wanted: UseAnalysisOptions,
  signal: AbortSignal,
  tell: (told: AnalysisState) => void,
): Promise<string | null> {
  try {
    const position = await engine.toPositionString(view.state);
    for await (const told of streamServerAnalysis(position, wanted, signal))
      tell({ ...told, note: messages.study.onServer });
    return null;
  } catch (error) {
    const offline = !(error instanceof ServerRefusal) || error.status === 0 || error.status >= 500;
    if (offline) return engine.analyse ? messages.study.inPage : messages.study.nowhere;
    return engine.analyse ? messages.study.refused({ message: error.message }) : error.message;
  }
}
