// Streams analyses, from the server or from the page's own engine.

import { ensureAccount } from "../account/loginSession";
import { request } from "../api/http";
import type { Engine, PositionAnalysis, PositionView } from "../engine/engine";
import { RefusedError } from "../rules/wire";

export interface AnalysisOptions {
  best: number;
  seconds?: number;
}

export interface AnalysisUpdate {
  status: "queued" | "running" | "done" | "failed" | "stopped";
  queuedBefore: number;
  report: PositionAnalysis | null;
}

interface Analysis {
  id: string;
  status: AnalysisUpdate["status"];
  queued_before: number;
  report: PositionAnalysis | null;
}

const FINAL_STATUSES = ["done", "failed", "stopped"];
/** The first step answers at once; the others usually continue the search. */
const PAGE_SECONDS = [0.2, 0.8, 4];

/** Yields each update of a server analysis. Aborting also stops the search on the server. */
export async function* streamServerAnalysis(
  position: string,
  { best, seconds }: AnalysisOptions,
  signal: AbortSignal,
): AsyncGenerator<AnalysisUpdate> {
  await ensureAccount();
  const started = await request<Analysis>("POST", "/analyses", {
    position,
    best,
    ...(seconds ? { seconds } : {}),
  });
  yield toAnalysisUpdate(started);
  try {
    const response = await fetch(`/analyses/${started.id}/stream`, {
      signal,
      credentials: "same-origin",
    });
    if (!response.ok || !response.body) throw streamUnavailable();
    for await (const line of readNdjsonLines(response.body)) {
      const analysis = JSON.parse(line) as Analysis;
      yield toAnalysisUpdate(analysis);
      if (FINAL_STATUSES.includes(analysis.status)) return;
    }
  } finally {
    if (signal.aborted) request("DELETE", `/analyses/${started.id}`).catch(() => undefined);
  }
}

/** Yields searches of increasing length by the page's engine. */
export async function* streamPageAnalysis(
  engine: Engine,
  view: PositionView,
  { best }: AnalysisOptions,
  signal: AbortSignal,
): AsyncGenerator<AnalysisUpdate> {
  const stopEngine = () => engine.stopSearch();
  signal.addEventListener("abort", stopEngine, { once: true });
  try {
    for (const seconds of PAGE_SECONDS) {
      const report = (await engine.analyseTimed?.(view.state, seconds, best)) ?? null;
      if (signal.aborted) return;
      const status = seconds === PAGE_SECONDS.at(-1) ? "done" : "running";
      yield { status, queuedBefore: 0, report };
    }
  } finally {
    signal.removeEventListener("abort", stopEngine);
  }
}

async function* readNdjsonLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const lines = (rest + value).split("\n");
    rest = lines.pop() ?? "";
    yield* lines.filter((line) => line !== "");
  }
  if (rest.trim() !== "") yield rest;
}

function toAnalysisUpdate({ status, queued_before, report }: Analysis): AnalysisUpdate {
  return { status, queuedBefore: queued_before, report };
}

function streamUnavailable(): RefusedError {
  return new RefusedError({
    code: "OFFLINE",
    rule: "",
    message: "the server's analysis cannot be followed",
  });
}
