// The moves in notation, one line per turn. Bookkeeping moves are left out.

import { memo, useEffect, useMemo, useRef } from "react";
import type { Step } from "../engine/engine";
import { messages } from "../messages";
import type { Seat } from "../rules/wire";

interface MoveLogProps {
  steps: Step[];
  at: number;
  onJump?(steps: number): void;
}

export const MoveLog = memo(function Log({ steps, at, onJump }: MoveLogProps) {
  const turns = useMemo(() => groupByTurn(steps), [steps]);
  const list = useRef<HTMLOListElement>(null);
  const current = useMemo(() => {
    const moves = turns.flatMap((turn) => turn.moves);
    return moves.findLast((move) => move.at <= at)?.at ?? 0;
  }, [turns, at]);

  useEffect(() => {
    const entry = list.current?.querySelector<HTMLElement>(`[data-at="${current}"]`);
    // Only the log scrolls, never the page.
    if (list.current && entry)
      list.current.scrollTop = entry.offsetTop - list.current.clientHeight / 2;
  }, [current]);

  if (turns.length === 0) return <p className="quiet">{messages.play.emptyLog}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll
    <ol className="move-log plain" ref={list} tabIndex={0} aria-label={messages.play.log}>
      {onJump && (
        <li>
          <button
            type="button"
            data-at={0}
            aria-current={current === 0 ? "step" : undefined}
            onClick={() => onJump(0)}
          >
            {messages.play.start}
          </button>
        </li>
      )}
      {turns.map((turn) => (
        <li key={turn.number} data-seat={turn.seat}>
          <span className="log-turn">{turn.number}</span>
          {turn.moves.map((move) => (
            <LogEntry key={move.at} move={move} current={move.at === current} onJump={onJump} />
          ))}
        </li>
      ))}
    </ol>
  );
});

function LogEntry({
  move,
  current,
  onJump,
}: {
  move: LoggedMove;
  current: boolean;
  onJump?: MoveLogProps["onJump"];
}) {
  const mark = current ? "step" : undefined;
  if (!onJump)
    return (
      <span data-at={move.at} aria-current={mark}>
        {move.notation}
      </span>
    );
  return (
    <button type="button" data-at={move.at} aria-current={mark} onClick={() => onJump(move.at)}>
      {move.notation}
    </button>
  );
}

export interface LoggedMove {
  notation: string;
  /** The number of steps up to the position after it, trailing bookkeeping included. */
  at: number;
}

export interface LoggedTurn {
  number: number;
  seat: Seat;
  moves: LoggedMove[];
}

export function groupByTurn(steps: readonly Step[]): LoggedTurn[] {
  const turns: LoggedTurn[] = [];
  steps.forEach((step, i) => {
    if (step.bookkeeping) {
      const last = turns.at(-1)?.moves.at(-1);
      if (last?.at === i) last.at = i + 1;
      return;
    }
    const number = turnNumberOf(steps, i);
    const last = turns.at(-1);
    const turn = last?.number === number ? last : { number, seat: step.move.player, moves: [] };
    if (turn !== last) turns.push(turn);
    turn.moves.push({ notation: step.notation, at: i + 1 });
  });
  return turns;
}

function turnNumberOf(steps: readonly Step[], index: number): number {
  const before = steps[index - 1]?.view.state;
  if (before) return before.turnNumber;
  const step = steps[index];
  if (!step) return 1;
  const { state } = step.view;
  return state.currentPlayer === step.move.player ? state.turnNumber : state.turnNumber - 1;
}
