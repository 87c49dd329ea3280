// The evaluation of a game as stacked bands, one per seat. A click jumps to that move.

import { type MouseEvent, useMemo } from "react";
import { messages } from "../messages";
import type { EvaluatedPoint, TurningPoint } from "./turningPoints";

interface EvaluationGraphProps {
  points: readonly EvaluatedPoint[];
  turningPoints: readonly TurningPoint[];
  /** The number of steps in the game, and up to the shown position. */
  length: number;
  at: number;
  onJump(at: number): void;
}

const WIDTH = 400;
const HEIGHT = 110;

export function EvaluationGraph({
  points,
  turningPoints,
  length,
  at,
  onJump,
}: EvaluationGraphProps) {
  const x = (step: number) => (WIDTH * step) / Math.max(1, length);
  const bands = useMemo(() => bandPaths(points, length), [points, length]);
  const jump = (event: MouseEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const step = ((event.clientX - box.left) / box.width) * length;
    const nearest = [...points].sort((a, b) => Math.abs(a.at - step) - Math.abs(b.at - step))[0];
    if (nearest) onJump(nearest.at);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the slider goes to the same moves by keyboard
    <svg
      className="evaluation-graph"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={messages.replay.graph}
      onClick={jump}
    >
      {bands.map((path, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the index is the seat
        <path key={i} d={path} data-seat={i + 1} className="band" />
      ))}
      <line x1={0} x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} className="midline" />
      {turningPoints.map((point) => (
        <line
          key={point.after.at}
          x1={x(point.after.at)}
          x2={x(point.after.at)}
          y1={0}
          y2={HEIGHT}
          className="turning-point"
        />
      ))}
      <line x1={x(at)} x2={x(at)} y1={0} y2={HEIGHT} className="current-move" />
    </svg>
  );
}

/** Returns one SVG path per seat, stacked with seat 1 at the bottom. */
export function bandPaths(points: readonly EvaluatedPoint[], length: number): string[] {
  const seats = points[0]?.shares.length ?? 0;
  const x = (step: number) => ((WIDTH * step) / Math.max(1, length)).toFixed(1);
  const y = (share: number) => (HEIGHT * (1 - Math.min(1, share))).toFixed(1);
  const upTo = (point: EvaluatedPoint, seat: number) =>
    point.shares.slice(0, seat).reduce((sum, s) => sum + s, 0);
  return Array.from({ length: seats }, (_, seat) => {
    const over = points.map((point) => `${x(point.at)},${y(upTo(point, seat + 1))}`);
    const under = points.map((point) => `${x(point.at)},${y(upTo(point, seat))}`).reverse();
    return `M${[...over, ...under].join("L")}Z`;
  });
}
