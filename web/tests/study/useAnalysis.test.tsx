import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Engine, PositionAnalysis, PositionView } from "../../src/engine/engine";
import { type AnalysisState, useAnalysis } from "../../src/study/useAnalysis";
import { until } from "../reactAct";
import { ReferenceEngine } from "../reference/referenceEngine";

const reference = new ReferenceEngine();
const report: PositionAnalysis = { depth: 3, nodes: 9, seconds: 1, nodesPerSecond: 9, lines: [] };
const analysingEngine: Engine = Object.assign(Object.create(reference), reference, {
  analyseTimed: async () => report,
});

/** The requests sent to the server, which answers only the session. */
let requests: string[] = [];
let analysis: AnalysisState | null = null;
let view: PositionView;

beforeEach(async () => {
  view = await reference.newGame({ board: "square8", players: 2, edition: "standard", swap: true });
  requests = [];
  vi.stubGlobal("fetch", async (path: string, { method }: RequestInit) => {
    requests.push(`${method} ${path}`);
    return new Response(JSON.stringify({ error: { code: "NO", rule: "", message: "no" } }), {
      status: 401,
    });
  });
});
afterEach(() => vi.unstubAllGlobals());
afterAll(() => reference.close());

function Study({
  engine,
  server,
  of = view,
}: {
  engine: Engine;
  server: boolean;
  of?: PositionView;
}) {
  analysis = useAnalysis(engine, of, { best: 1, server }, true, 0);
  return null;
}

async function runAnalysis(engine: Engine, server: boolean): Promise<AnalysisState | null> {
  const root = createRoot(document.createElement("div"));
  await act(async () => root.render(<Study engine={engine} server={server} />));
  await until(() => expect(analysis?.note).toBeTruthy());
  await act(async () => root.unmount());
  return analysis;
}

describe("an analysis", () => {
  it("does not use the server or create a guest account before the user asks", async () => {
    const state = await runAnalysis(analysingEngine, false);
    expect(state).toMatchObject({
      report,
      note: "Analysed in your browser. The server searches deeper.",
    });
    expect(requests).toEqual([]);
  });

  it("waits for the user where the page has no engine", async () => {
    const state = await runAnalysis(reference, false);
    expect(state).toMatchObject({ status: "failed", report: null });
    expect(state?.note).toContain("The server can analyse this position.");
    expect(requests).toEqual([]);
  });

  it("starts as soon as the legal moves are known", async () => {
    const root = createRoot(document.createElement("div"));
    const show = (of: PositionView) =>
      act(async () => root.render(<Study engine={analysingEngine} server={false} of={of} />));
    await show({ ...view, decision: null });
    expect(analysis).toBeNull();
    await show(view);
    await until(() => expect(analysis?.report).toEqual(report));
    await act(async () => root.unmount());
  });

  it("reports why the page's engine failed and stops", async () => {
    const analyseTimed = async () => {
      throw new Error("the engine crashed");
    };
    const state = await runAnalysis(
      Object.assign(Object.create(reference), reference, { analyseTimed }),
      false,
    );
    expect(state).toMatchObject({ status: "failed", note: "the engine crashed" });
  });

  it("falls back to the page when the server declines", async () => {
    const state = await runAnalysis(analysingEngine, true);
    expect(state).toMatchObject({
      report,
      note: expect.stringContaining("The server refused (no)"),
    });
    expect(requests).toContain("POST /accounts/guest");
  });
});
