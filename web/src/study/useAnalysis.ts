// Analyses the shown position: on the server if requested and available, otherwise in the page.

import { useEffect, useState } from "react";
import { ServerRefusal } from "../api/http";
import type { Engine, PositionView } from "../engine/engine";
import { messages } from "../messages";
import {
  type AnalysisOptions,
  type AnalysisUpdate,
  streamPageAnalysis,
  streamServerAnalysis,
} from "./analysisClient";

export interface UseAnalysisOptions extends AnalysisOptions {
  /** Use the server. It analyses for accounts only and creates a guest account if needed. */
  server: boolean;
}

export interface AnalysisState extends AnalysisUpdate {
  /** Where the analysis runs, or why there is none. */
  note: string;
}

/** The server limits analyses: it is not asked about positions that are passed quickly. */
const SERVER_DELAY_MS = 350;
const QUEUED: AnalysisState = { status: "queued", queuedBefore: 0, report: null, note: "" };

/** A new `round` restarts the analysis of the same position. */
export function useAnalysis(
  engine: Engine,
  view: PositionView | null,
  options: UseAnalysisOptions,
  on: boolean,
  round: number,
): AnalysisState | null {
  const [latest, setLatest] = useState<{ hash: string; state: AnalysisState } | null>(null);
  const { best, server } = options;
  const hash = view?.hash ?? "";
  /** Views of a replayed record get their legal moves later. */
  const open = view?.decision?.interactive ?? false;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the hash identifies the analysed state
  useEffect(() => {
    if (!on || !open || !view) return;
    const controller = new AbortController();
    const update = (state: AnalysisState) => {
      if (!controller.signal.aborted) setLatest({ hash, state });
    };
    setLatest({ hash, state: QUEUED });
    const run = () =>
      runAnalysis(engine, view, { best, server }, controller.signal, update).catch((error) =>
        update({
          ...QUEUED,
          status: "failed",
          note: error instanceof Error ? error.message : String(error),
        }),
      );
    const timer = window.setTimeout(run, server ? SERVER_DELAY_MS : 0);
    return () => {
      window.clearTimeout(timer);
      controller.abort();
    };
  }, [engine, hash, open, best, server, on, round]);

  return latest?.hash === hash ? latest.state : null;
}

async function runAnalysis(
  engine: Engine,
  view: PositionView,
  options: UseAnalysisOptions,
  signal: AbortSignal,
  update: (state: AnalysisState) => void,
): Promise<void> {
  const hasPageEngine = engine.analyseTimed !== undefined;
  const note = options.server
    ? await tryServerAnalysis(engine, view, options, signal, update)
    : hasPageEngine
      ? messages.study.pageFirst
      : messages.study.serverOnly;
  if (note === null || signal.aborted) return;
  if (!hasPageEngine) return update({ ...QUEUED, status: "failed", note });
  for await (const report of streamPageAnalysis(engine, view, options, signal))
    update({ ...report, note });
}

/** Returns null after a server analysis, or why there was none. */
async function tryServerAnalysis(
  engine: Engine,
  view: PositionView,
  options: UseAnalysisOptions,
  signal: AbortSignal,
  update: (state: AnalysisState) => void,
): Promise<string | null> {
  try {
    const position = await engine.toPositionString(view.state);
    for await (const report of streamServerAnalysis(position, options, signal))
      update({ ...report, note: messages.study.onServer });
    return null;
  } catch (error) {
    const offline = !(error instanceof ServerRefusal) || error.status === 0 || error.status >= 500;
    if (offline) return engine.analyseTimed ? messages.study.inPage : messages.study.nowhere;
    return engine.analyseTimed ? messages.study.refused({ message: error.message }) : error.message;
  }
}
