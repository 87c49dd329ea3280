// Evaluating a whole game, stop by stop: by the page's engine, else by the server for fewer stops.

import { useEffect, useMemo, useState } from "react";
import type { Engine, PositionView } from "../engine/engine";
import { choicePoints, currentView, type History, jumpTo } from "../play/history";
import { streamServerAnalysis } from "../study/analysisClient";
import { type EvaluatedPoint, finalShares, sampleEvenly } from "./turningPoints";

/** Nodes for each stop: a whole game is evaluated while its first moves are looked at. */
const NODES_PER_POINT = 1500;
/** The server lends few analyses an hour. */
const MAX_SERVER_POINTS = 16;
const SERVER_SECONDS_PER_POINT = 0.3;

export interface Evaluation {
  points: EvaluatedPoint[];
  total: number;
  failed: boolean;
}

const NONE: Evaluation = { points: [], total: 0, failed: false };

export function useEvaluation(engine: Engine, history: History, on: boolean): Evaluation {
  const [evaluation, setEvaluation] = useState<{ of: History["steps"]; told: Evaluation } | null>(
    null,
  );
  const { steps, start } = history;
  const inPage = engine.analyse !== undefined;
  const wanted = useMemo(() => {
    const all = choicePoints({ steps });
    return inPage ? all : sampleEvenly(all, MAX_SERVER_POINTS);
  }, [steps, inPage]);

  useEffect(() => {
    if (!on) return;
    const controller = new AbortController();
    const points: EvaluatedPoint[] = [];
    const tell = (failed: boolean) =>
      setEvaluation({ of: steps, told: { points: [...points], total: wanted.length, failed } });
    const all = async () => {
      for (const at of wanted) {
        const view = currentView(jumpTo({ start, steps, at }, at));
        const shares = await evaluateView(engine, view, controller.signal);
        if (controller.signal.aborted) return;
        if (shares) points.push({ at, shares });
        tell(false);
      }
    };
    all().catch(() => {
      if (!controller.signal.aborted) tell(true);
    });
    return () => controller.abort();
  }, [engine, steps, start, wanted, on]);

  return evaluation?.of === steps ? evaluation.told : { ...NONE, total: on ? wanted.length : 0 };
}

async function evaluateView(
  engine: Engine,
  view: PositionView,
  signal: AbortSignal,
): Promise<number[] | null> {
  const certain = finalShares(view.state);
  if (certain) return certain;
  if (engine.analyse)
    return (await engine.analyse(view.state, NODES_PER_POINT, 1)).lines[0]?.shares ?? null;
  const settled = (await engine.settle(view.state)).at(-1)?.view ?? view;
  const position = await engine.toPositionString(settled.state);
  let shares: number[] | null = null;
  for await (const told of streamServerAnalysis(
    position,
    { best: 1, seconds: SERVER_SECONDS_PER_POINT },
    signal,
  ))
    shares = told.report?.lines[0]?.shares ?? shares;
  return shares;
}
