// Evaluating a whole game, stop by stop: by the page's engine, else by the server for fewer stops.

import { useEffect, useMemo, useState } from "react";
import type { Engine, PositionView } from "../engine/engine";
import { choicePoints, currentView, type History, jumpTo } from "../play/history";
import { streamServerAnalysis } from "../study/analysisClient";
import { type EvaluatedPoint, finalShares, sampleEvenly } from "./turningPoints";

/** Nodes for each stop: a whole game is evaluated while its first moves are looked at. */
const NODES = 1500;
/** The server lends few analyses an hour. */
const SERVER_STOPS = 16;
const SERVER_SECONDS = 0.3;

export interface Evaluation {
  points: EvaluatedPoint[];
  wanted: number;
  failed: boolean;
}

const NONE: Evaluation = { points: [], wanted: 0, failed: false };

export function useEvaluation(engine: Engine, history: History, on: boolean): Evaluation {
  const [evaluation, setEvaluation] = useState<{ of: History["steps"]; told: Evaluation } | null>(
    null,
  );
  const { steps, start } = history;
  const inPage = engine.analyse !== undefined;
  const wanted = useMemo(() => {
    const all = choicePoints({ steps });
    return inPage ? all : sampleEvenly(all, SERVER_STOPS);
  }, [steps, inPage]);

  useEffect(() => {
    if (!on) return;
    const leave = new AbortController();
    const points: EvaluatedPoint[] = [];
    const tell = (failed: boolean) =>
      setEvaluation({ of: steps, told: { points: [...points], wanted: wanted.length, failed } });
    const all = async () => {
      for (const at of wanted) {
        const view = currentView(jumpTo({ start, steps, at }, at));
        const shares = await sharesAt(engine, view, leave.signal);
        if (leave.signal.aborted) return;
        if (shares) points.push({ at, shares });
        tell(false);
      }
    };
    all().catch(() => {
      if (!leave.signal.aborted) tell(true);
    });
    return () => leave.abort();
  }, [engine, steps, start, wanted, on]);

  return evaluation?.of === steps ? evaluation.told : { ...NONE, wanted: on ? wanted.length : 0 };
}

async function sharesAt(
  engine: Engine,
  view: PositionView,
  signal: AbortSignal,
): Promise<number[] | null> {
  const certain = finalShares(view.state);
  if (certain) return certain;
  if (engine.analyse) return (await engine.analyse(view.state, NODES, 1)).lines[0]?.shares ?? null;
  const settled = (await engine.settle(view.state)).at(-1)?.view ?? view;
  const position = await engine.toPositionString(settled.state);
  let shares: number[] | null = null;
  for await (const told of streamServerAnalysis(
    position,
    { best: 1, seconds: SERVER_SECONDS },
    signal,
  ))
    shares = told.thought?.lines[0]?.shares ?? shares;
  return shares;
}
