import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Engine, PositionAnalysis, PositionView } from "../../src/engine/engine";
import { type AnalysisState, useAnalysis } from "../../src/study/useAnalysis";
import { until } from "../reactAct";
import { ReferenceEngine } from "../reference/referenceEngine";

const law = new ReferenceEngine();
const thought: PositionAnalysis = { depth: 3, nodes: 9, seconds: 1, nodesPerSecond: 9, lines: [] };
const thinker: Engine = Object.assign(Object.create(law), law, { analyse: async () => thought });

/** What the server was asked; it answers nothing but who is there. */
let asked: string[] = [];
let analysis: AnalysisState | null = null;
let view: PositionView;

beforeEach(async () => {
  view = await law.newGame({ board: "square8", players: 2, edition: "standard", swap: true });
  asked = [];
  vi.stubGlobal("fetch", async (path: string, { method }: RequestInit) => {
    asked.push(`${method} ${path}`);
    return new Response(JSON.stringify({ error: { code: "NO", rule: "", message: "no" } }), {
      status: 401,
    });
  });
});
afterEach(() => vi.unstubAllGlobals());
afterAll(() => law.close());

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

async function studied(engine: Engine, server: boolean): Promise<AnalysisState | null> {
  const root = createRoot(document.createElement("div"));
  await act(async () => root.render(<Study engine={engine} server={server} />));
  await until(() => expect(analysis?.note).toBeTruthy());
  await act(async () => root.unmount());
  return analysis;
}

describe("a study", () => {
  it("asks nothing of the server, and makes no guest there, before somebody wants it", async () => {
    const told = await studied(thinker, false);
    expect(told).toMatchObject({
      report: thought,
      note: "Analysed in your browser. The server searches deeper.",
    });
    expect(asked).toEqual([]);
  });

  it("waits for that where the page has no engine that analyses", async () => {
    const told = await studied(law, false);
    expect(told).toMatchObject({ status: "failed", report: null });
    expect(told?.note).toContain("The server can analyse this position.");
    expect(asked).toEqual([]);
  });

  it("begins as soon as it is known what can be played", async () => {
    const root = createRoot(document.createElement("div"));
    const show = (of: PositionView) =>
      act(async () => root.render(<Study engine={thinker} server={false} of={of} />));
    await show({ ...view, decision: null });
    expect(analysis).toBeNull();
    await show(view);
    await until(() => expect(analysis?.report).toEqual(thought));
    await act(async () => root.unmount());
  });

  it("says why where the engine of the page fails, and is no longer under way", async () => {
    const analyse = async () => {
      throw new Error("the engine has fallen");
    };
    const told = await studied(Object.assign(Object.create(law), law, { analyse }), false);
    expect(told).toMatchObject({ status: "failed", note: "the engine has fallen" });
  });

  it("goes on by itself where the server declines", async () => {
    const told = await studied(thinker, true);
    expect(told).toMatchObject({
      report: thought,
      note: expect.stringContaining("The server declined (no)"),
    });
    expect(asked).toContain("POST /accounts/guest");
  });
});
