// The turns that decided a game: the costliest mistakes and the best turn.

import { useMemo, useState } from "react";
import { MiniBoard } from "../board/MiniBoard";
import type { RecordReplay } from "../engine/engine";
import { messages } from "../messages";
import type { Seat } from "../rules/wire";
import { turnText } from "../study/turnNotation";
import { gainOf, type JudgedTurn, keyTurns, missedGains, moverShare } from "./judgedTurns";
import { playerName } from "./recordHeaders";
import { percentOf } from "./SeatChances";

interface KeyTurnsProps {
  record: RecordReplay;
  judged: readonly JudgedTurn[];
  done: boolean;
  /** The seat of the reader at the end; null for others. */
  own: Seat | null;
  at: number;
  onJump(at: number): void;
}

const SHOWN = 3;

export function KeyTurns({ record, judged, done, own, at, onJump }: KeyTurnsProps) {
  const [filter, setFilter] = useState<"all" | "mine">("all");
  const mine = filter === "mine" && own !== null;
  const shown = keyTurns(mine ? judged.filter(({ player }) => player === own) : judged, SHOWN);
  const { all, mine: mineLabel, noKeyTurns, noOwnKeyTurns } = messages.replay;
  return (
    <section className="panel key-turns">
      <div className="panel-header">
        <h2>{messages.replay.keyTurns}</h2>
        {own !== null && (
          <fieldset className="filter-chips">
            <legend className="visually-hidden">{messages.replay.filter}</legend>
            {(["all", "mine"] as const).map((value) => (
              <button
                key={value}
                type="button"
                aria-pressed={filter === value}
                onClick={() => setFilter(value)}
              >
                {value === "all" ? all : mineLabel}
              </button>
            ))}
          </fieldset>
        )}
      </div>
      {shown.length === 0 && done && <p className="quiet">{mine ? noOwnKeyTurns : noKeyTurns}</p>}
      <ol className="plain">
        {shown.map((turn) => (
          <li key={turn.from}>
            <button
              type="button"
              className="key-turn"
              aria-current={turn.from === at ? "step" : undefined}
              onClick={() => onJump(turn.from)}
            >
              <KeyTurn record={record} turn={turn} />
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

function KeyTurn({ record, turn }: { record: RecordReplay; turn: JudgedTurn }) {
  const { board } = record.setup;
  const name = playerName(record, turn.seat, turn.from);
  const before = record.steps[turn.from - 1]?.view ?? record.start;
  const { from, to } = turn;
  const steps = useMemo(() => record.steps.slice(from, to), [record, from, to]);
  const played = turnText(board, steps);
  const good = turn.mark === "";
  const replay = messages.replay;
  return (
    <>
      <MiniBoard state={before.state} size={72} label={replay.board({ turn: turn.number })} />
      <span className="key-turn-title">
        <span className="turn-dot" data-seat={turn.seat} />
        {replay.keyTurn({ name, turn: turn.number })}
      </span>
      <span className="key-turn-cost" data-good={good}>
        {good
          ? replay.gained({ percent: percentOf(gainOf(turn)) })
          : replay.lost({ percent: percentOf(turn.loss) })}
      </span>
      {!good && (
        <span className="key-turn-reason">
          {replay.reason({
            before: percentOf(turn.before[turn.seat - 1] ?? 0),
            after: percentOf(moverShare(turn.after, turn.seat, steps)),
            ...missedGains(turn, record.steps),
          })}
        </span>
      )}
      <span className="key-turn-played">
        {good ? replay.bestTurn({ turn: played }) : replay.playedWas({ turn: played })}
      </span>
      <span className="key-turn-better" title={good ? undefined : turnText(board, turn.better)}>
        {good ? replay.asEngine : replay.betterWas({ turn: turnText(board, turn.better) })}
      </span>
    </>
  );
}
