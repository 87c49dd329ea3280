// The evaluation beside a replay: graph and turning points.

import { useMemo } from "react";
import type { Engine } from "../engine/engine";
import { messages } from "../messages";
import { type History, lastMove } from "../play/history";
import { EvaluationGraph } from "./EvaluationGraph";
import { findTurningPoints, type TurningPoint } from "./turningPoints";
import { useEvaluation } from "./useEvaluation";

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
