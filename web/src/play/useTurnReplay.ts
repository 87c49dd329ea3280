// Plays the last turn again on the board, one step after the other. Any input ends it.

import { useCallback, useEffect, useState } from "react";
import type { Step } from "../engine/engine";
import type { Move, State } from "../rules/wire";
import type { TurnEvents } from "./story/turns";

const PAUSE_MS = 350;

export interface TurnReplay {
  /** The position to show instead of the current one; null while nothing is replayed. */
  shown: { state: State; move: Move | null } | null;
  start(): void;
  stop(): void;
  /** The animation of the shown step has ended. */
  onAnimationEnd(): void;
}

export function useTurnReplay(turn: TurnEvents | null, steps: readonly Step[]): TurnReplay {
  const [playing, setPlaying] = useState<{ turn: TurnEvents; at: number; ended: boolean } | null>(
    null,
  );
  const current = playing !== null && playing.turn === turn ? playing : null;

  useEffect(() => {
    if (!current?.ended) return;
    const timer = window.setTimeout(() => setPlaying(nextStep(current, steps)), PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [current, steps]);

  const start = useCallback(() => {
    if (turn) setPlaying({ turn, at: turn.from, ended: true });
  }, [turn]);
  const stop = useCallback(() => setPlaying(null), []);
  const onAnimationEnd = useCallback(
    () => setPlaying((now) => (now && !now.ended ? { ...now, ended: true } : now)),
    [],
  );

  const step = current && current.at > current.turn.from ? steps[current.at - 1] : null;
  const shown = current
    ? { state: step?.view.state ?? current.turn.before, move: step?.move ?? null }
    : null;
  return { shown, start, stop, onAnimationEnd };
}

/** The next choice of the turn; bookkeeping is not shown. */
function nextStep({ turn, at }: { turn: TurnEvents; at: number }, steps: readonly Step[]) {
  const next = steps.slice(at, turn.to).findIndex((step) => !step.bookkeeping);
  return next < 0 ? null : { turn, at: at + next + 1, ended: false };
}
