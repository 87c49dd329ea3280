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
  word: string;
}

const BEGUN: AnalysisState = { status: "queued", queuedBefore: 0, thought: null, word: "" };

/** `round` starts it anew for the same position. */
export function useAnalysis(
  engine: Engine,
  view: PositionView | null,
  wanted: UseAnalysisOptions,
  on: boolean,
  round: number,
): AnalysisState | null {
  const [thinking, setThinking] = useState<{ of: string; told: AnalysisState } | null>(null);
  const { best, server } = wanted;
  const hash = view?.hash ?? "";
  /** The views of a game that was replayed learn later what is offered. */
  const open = view?.decision?.interactive ?? false;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the hash stands for the state that is thought about
  useEffect(() => {
    if (!on || !open || !view) return;
    const leave = new AbortController();
    const tell = (told: AnalysisState) => {
      if (!leave.signal.aborted) setThinking({ of: hash, told });
    };
    setThinking({ of: hash, told: BEGUN });
    follow(engine, view, { best, server }, leave.signal, tell).catch((error) =>
      tell({
        ...BEGUN,
        status: "failed",
        word: error instanceof Error ? error.message : String(error),
      }),
    );
    return () => leave.abort();
  }, [engine, hash, open, best, server, on, round]);

  return thinking?.of === hash ? thinking.told : null;
}

async function follow(
  engine: Engine,
  view: PositionView,
  wanted: UseAnalysisOptions,
  signal: AbortSignal,
  tell: (told: AnalysisState) => void,
): Promise<void> {
  const here = engine.analyse !== undefined;
  const why = wanted.server
    ? await askServer(engine, view, wanted, signal, tell)
    : here
      ? messages.study.pageFirst
      : messages.study.serverOnly;
  if (why === null || signal.aborted) return;
  if (!here) return tell({ ...BEGUN, status: "failed", word: why });
  for await (const told of streamPageAnalysis(engine, view, wanted, signal))
    tell({ ...told, word: why });
}

/** The server's thoughts; why there are none, where that is so. */
async function askServer(
  engine: Engine,
  view: PositionView,
  wanted: UseAnalysisOptions,
  signal: AbortSignal,
  tell: (told: AnalysisState) => void,
): Promise<string | null> {
  try {
    const position = await engine.toPositionString(view.state);
    for await (const told of streamServerAnalysis(position, wanted, signal))
      tell({ ...told, word: messages.study.onServer });
    return null;
  } catch (error) {
    const offline = !(error instanceof ServerRefusal) || error.status === 0 || error.status >= 500;
    if (offline) return engine.analyse ? messages.study.inPage : messages.study.nowhere;
    return engine.analyse ? messages.study.refused({ message: error.message }) : error.message;
  }
}
