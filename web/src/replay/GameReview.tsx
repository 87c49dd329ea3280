// The end of a game in review: who was winning turn by turn, and the turn that decided it. The
// page's engine judges the turns in the background.

import { useEffect, useMemo, useState } from "react";
import { MiniBoard } from "../board/MiniBoard";
import { Link, navigate } from "../browser/router";
import { Button } from "../components/Button";
import { showError } from "../components/toasts";
import type { PositionView, Step } from "../engine/engine";
import { useEngine } from "../engine/useEngine";
import { messages } from "../messages";
import { encodeFragment } from "../play/urlFragment";
import type { Seat } from "../rules/wire";
import { turnText } from "../study/turnNotation";
import {
  accuracyOf,
  type JudgedTurn,
  moverShare,
  type PlayedTurn,
  playedTurns,
  type TurnOptions,
  turningPoint,
} from "./judgedTurns";
import { canJudge, judgeGame } from "./judgeGame";
import { percentOf } from "./SeatChances";
import { turnArrows } from "./turnArrows";

export interface GameReviewProps extends TurnOptions {
  start: PositionView;
  steps: readonly Step[];
  /** Who held each seat at the end. */
  names: readonly string[];
  ownSeats: readonly Seat[];
  /** The address of the game's analysis. */
  analysis: string;
  onAccuracy(accuracy: Partial<Record<Seat, number>>): void;
}

export default function GameReview(props: GameReviewProps) {
  const { start, steps, startMoves, departures, onAccuracy } = props;
  // The steps of a finished game do not change.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const turns = useMemo(
    () =>
      playedTurns(start, steps, {
        ...(startMoves ? { startMoves } : {}),
        departures: departures ?? [],
      }),
    [start, steps.length],
  );
  const judged = useJudgedTurns(props, turns);
  const done = judged !== null && judged.length === turns.length;

  useEffect(() => {
    if (!done) return;
    const seats = start.state.players.map(({ playerNumber }) => playerNumber);
    const known = seats.flatMap((seat) => {
      const accuracy = accuracyOf(judged, seat);
      return accuracy === null ? [] : [[seat, accuracy] as const];
    });
    onAccuracy(Object.fromEntries(known));
  }, [done, judged, start, onAccuracy]);

  if (judged === null || turns.length === 0) return null;
  const turning = done ? turningPoint(judged) : null;
  return (
    <>
      {turning && <TurningPoint {...props} turn={turning} />}
      <section className="panel">
        <div className="heading-row">
          <h3>{messages.end.review.chart}</h3>
          <small className="quiet" role="status">
            {done
              ? messages.end.review.turns({ count: turns.length })
              : messages.end.review.judging({ done: judged.length, count: turns.length })}
          </small>
        </div>
        <WinningChart turns={turns} judged={judged} turning={turning} names={props.names} />
        {done && !turning && <p className="quiet">{messages.end.review.none}</p>}
      </section>
    </>
  );
}

/** The turns judged so far; null where this browser cannot run the engine. */
function useJudgedTurns(
  { start, steps }: GameReviewProps,
  turns: readonly PlayedTurn[],
): readonly JudgedTurn[] | null {
  const engine = useEngine();
  const [judged, setJudged] = useState<readonly JudgedTurn[]>([]);
  const able = canJudge(engine);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the turns change with the steps
  useEffect(() => {
    if (!canJudge(engine)) return;
    const controller = new AbortController();
    const judge = async () => {
      const found: JudgedTurn[] = [];
      for await (const turn of judgeGame(engine, { start, steps }, turns, controller.signal)) {
        found.push(turn);
        setJudged([...found]);
      }
    };
    judge().catch((error) => {
      if (!controller.signal.aborted) showError(error);
    });
    return () => controller.abort();
  }, [engine, turns]);

  return able ? judged : null;
}

function TurningPoint({
  start,
  steps,
  names,
  ownSeats,
  analysis,
  turn,
}: GameReviewProps & { turn: JudgedTurn }) {
  const engine = useEngine();
  const before = steps[turn.from - 1]?.view ?? start;
  const played = steps.slice(turn.from, turn.to);
  const { type: board } = before.state.board;
  const own = turn.player !== null && ownSeats.includes(turn.player);
  const { review } = messages.end;
  const words = {
    played: turnText(board, played),
    before: percentOf(turn.before[turn.seat - 1] ?? 0),
    after: percentOf(moverShare(turn.after, turn.seat, played)),
    better: turnText(board, turn.better),
  };
  const name = names[(turn.player ?? turn.seat) - 1] ?? "";

  const playFromHere = async () => {
    try {
      const position = await engine.toPositionString(before.state);
      navigate(`/sandbox#${await encodeFragment({ position })}`);
    } catch (error) {
      showError(error);
    }
  };

  return (
    <section className="panel turning-point">
      <MiniBoard
        state={before.state}
        arrows={turnArrows(played, turn)}
        label={review.turningPoint({ turn: turn.number })}
      />
      <div>
        <span className="badge bad">{review.turningPoint({ turn: turn.number })}</span>
        <h3>{own ? review.youGaveAway : review.gaveAway({ name })}</h3>
        <p>{own ? review.textYou(words) : review.text({ ...words, name })}</p>
        <div className="buttons">
          <Button onClick={playFromHere}>{review.playFromHere}</Button>
          {own && (
            <Link className="button" to={`${analysis}#practice=1`}>
              {review.practice}
            </Link>
          )}
          <Link className="button quiet" to={analysis}>
            {review.keyTurns}
          </Link>
        </div>
      </div>
    </section>
  );
}

const WIDTH = 600;
const HEIGHT = 74;
const TOP = 10;
const GAP = 1.5;

interface WinningChartProps {
  turns: readonly PlayedTurn[];
  judged: readonly JudgedTurn[];
  turning: JudgedTurn | null;
  names: readonly string[];
}

/** One column per turn, stacked by seat; a triangle points at the turning point. */
function WinningChart({ turns, judged, turning, names }: WinningChartProps) {
  const width = WIDTH / turns.length;
  const last = judged.at(-1);
  return (
    <svg
      className="winning-chart"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={[
        messages.end.review.chart,
        ...(last?.after ?? []).map((share, index) =>
          messages.end.review.share({ name: names[index] ?? "", percent: percentOf(share) }),
        ),
      ].join(": ")}
    >
      {judged.map((turn, index) => (
        <g key={turn.from}>
          {turn === turning && (
            <path className="turning-mark" d={`M${(index + 0.5) * width - 7} 0h14l-7 8z`} />
          )}
          {columnParts(turn.after).map(({ seat, from, share }) => (
            <rect
              key={seat}
              data-seat={seat}
              x={index * width}
              width={Math.max(1, width - GAP)}
              y={TOP + from * (HEIGHT - TOP)}
              height={share * (HEIGHT - TOP)}
            />
          ))}
        </g>
      ))}
    </svg>
  );
}

function columnParts(shares: readonly number[]): { seat: Seat; from: number; share: number }[] {
  let from = 0;
  return shares.map((share, index) => {
    const part = { seat: (index + 1) as Seat, from, share };
    from += share;
    return part;
  });
}
