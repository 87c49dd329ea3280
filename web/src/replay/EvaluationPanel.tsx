// The evaluation of a replayed game: graph and turning points.

import { useEffect, useMemo, useState } from "react";
import type { Engine, PositionView } from "../engine/engine";
import { messages } from "../messages";
import { choicePoints, currentView, type History, jumpTo, lastMove } from "../play/history";
import { streamServerAnalysis } from "../study/analysisClient";
import { EvaluationGraph } from "./EvaluationGraph";
import {
  type EvaluatedPoint,
  finalShares,
  findTurningPoints,
  sampleEvenly,
  type TurningPoint,
} from "./turningPoints";

interface EvaluationPanelProps {
  engine: Engine;
  history: History;
  onJump(at: number): void;
}

export function EvaluationPanel({ engine, history, onJump }: EvaluationPanelProps) {
  const { points, total, failed } = useEvaluation(engine, history, history.steps.length > 0);
  const turning = useMemo(() => findTurningPoints(points), [points]);
  const done = points.length >= total;
  return (
    <section className="panel">
      <h2>{messages.replay.evaluation}</h2>
      {failed && points.length === 0 ? (
        <p role="status">{messages.replay.noEngine}</p>
      ) : (
        <>
          <EvaluationGraph
            points={points}
            turningPoints={turning}
            length={history.steps.length}
            at={history.at}
            onJump={onJump}
          />
          {!done && !failed && (
            <p className="quiet">
              {messages.replay.evaluating({ done: points.length, count: total })}
            </p>
          )}
          <h3>{messages.replay.turningPoints}</h3>
          {turning.length === 0 && done && (
            <p className="quiet">{messages.replay.noTurningPoints}</p>
          )}
          <ul className="plain turning-points">
            {turning.map((point) => (
              <li key={point.after.at} data-seat={point.seat + 1}>
                <button
                  type="button"
                  aria-current={point.after.at === history.at ? "step" : undefined}
                  onClick={() => onJump(point.after.at)}
                >
                  {describeTurningPoint(history, point)}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function describeTurningPoint({ steps }: History, { before, after, seat }: TurningPoint): string {
  const percent = (shares: readonly number[]) => Math.round(100 * (shares[seat] ?? 0));
  const notation = lastMove({ steps, at: after.at })?.notation ?? "";
  const colour = messages.terms.seat({ seat: seat + 1 });
  return messages.replay.turningPoint({
    notation,
    before: messages.replay.share({ seat: colour, percent: percent(before.shares) }),
    after: `${percent(after.shares)}%`,
  });
}

/** Few enough to evaluate a whole game while the user looks at its first moves. */
const NODES_PER_POINT = 1500;
/** The server limits analyses per hour. */
const MAX_SERVER_POINTS = 16;
const SERVER_SECONDS_PER_POINT = 0.3;

interface Evaluation {
  points: EvaluatedPoint[];
  total: number;
  failed: boolean;
}

const NONE: Evaluation = { points: [], total: 0, failed: false };

function useEvaluation(engine: Engine, history: History, enabled: boolean): Evaluation {
  const [evaluation, setEvaluation] = useState<{
    steps: History["steps"];
    result: Evaluation;
  } | null>(null);
  const { steps, start } = history;
  const inPage = engine.analyse !== undefined;
  const stops = useMemo(() => {
    const all = choicePoints({ steps });
    return inPage ? all : sampleEvenly(all, MAX_SERVER_POINTS);
  }, [steps, inPage]);

  useEffect(() => {
    if (!enabled) return;
    const controller = new AbortController();
    const points: EvaluatedPoint[] = [];
    const report = (failed: boolean) =>
      setEvaluation({ steps, result: { points: [...points], total: stops.length, failed } });
    const evaluateAll = async () => {
      for (const at of stops) {
        const view = currentView(jumpTo({ start, steps, at }, at));
        const shares = await evaluateView(engine, view, controller.signal);
        if (controller.signal.aborted) return;
        if (shares) points.push({ at, shares });
        report(false);
      }
    };
    evaluateAll().catch(() => {
      if (!controller.signal.aborted) report(true);
    });
    return () => controller.abort();
  }, [engine, steps, start, stops, enabled]);

  return evaluation?.steps === steps
    ? evaluation.result
    : { ...NONE, total: enabled ? stops.length : 0 };
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
  for await (const update of streamServerAnalysis(
    position,
    { best: 1, seconds: SERVER_SECONDS_PER_POINT },
    signal,
  ))
    shares = update.report?.lines[0]?.shares ?? shares;
  return shares;
}
