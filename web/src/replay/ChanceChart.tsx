// The chances of winning after each turn: one column per turn, stacked by seat, with a strip on top
// that says whose turn it was. The chart is a slider; a hidden table says the same in words.

import { memo } from "react";
import type { RecordReplay } from "../engine/engine";
import { messages } from "../messages";
import type { Seat } from "../rules/wire";
import type { JudgedTurn, PlayedTurn } from "./judgedTurns";
import { playerName } from "./recordHeaders";
import { percentOf } from "./SeatChances";

interface ChanceChartProps {
  record: RecordReplay;
  turns: readonly PlayedTurn[];
  judged: readonly JudgedTurn[];
  /** The shares after each turn; null where they are not known. */
  after: readonly (readonly number[] | null)[];
  /** The index of the shown turn; the number of turns at the end. */
  selected: number;
  onJump(at: number): void;
}

/** With more turns than this, not every column has its number. */
const MAX_NUMBERS = 36;
const MIN_FIGURE_SHARE = 0.22;

export const ChanceChart = memo(function Chart(props: ChanceChartProps) {
  const { record, turns, judged, after, selected, onJump } = props;
  const seats = Array.from({ length: record.setup.players }, (_, i) => (i + 1) as Seat);
  const replay = messages.replay;
  const numberEvery = Math.ceil(turns.length / MAX_NUMBERS);
  return (
    <section className="panel chance-chart">
      <div className="panel-header">
        <h2 id="chance-chart-title">{replay.chart}</h2>
        <ul className="plain chart-legend">
          {seats.map((seat) => (
            <li key={seat}>
              <span className="turn-dot" data-seat={seat} />
              {playerName(record, seat)}
            </li>
          ))}
        </ul>
        <span className="quiet chart-help">{replay.chartHelp}</span>
      </div>
      <div
        className="chart-columns"
        role="slider"
        tabIndex={0}
        aria-labelledby="chance-chart-title"
        aria-valuemin={1}
        aria-valuemax={turns.length + 1}
        aria-valuenow={selected + 1}
        aria-valuetext={describeColumn(props, selected)}
      >
        {turns.map((turn, i) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: the slider has keys
          // biome-ignore lint/a11y/useKeyWithClickEvents: the slider has keys
          <div
            key={turn.from}
            className="chart-column"
            data-selected={i === selected || undefined}
            title={describeColumn(props, i)}
            onClick={() => onJump(turn.from)}
          >
            <span className="chart-badge">{judged[i]?.mark ? "?" : ""}</span>
            <span className="chart-mover" data-seat={turn.seat} />
            <span className="chart-stack">
              {seats.map((seat) => {
                const share = after[i]?.[seat - 1];
                return share === undefined ? null : (
                  <span key={seat} data-seat={seat} style={{ flexGrow: share }}>
                    {share >= MIN_FIGURE_SHARE && <span>{percentOf(share)}</span>}
                  </span>
                );
              })}
            </span>
            <span className="chart-number">{i % numberEvery === 0 ? turn.number : ""}</span>
          </div>
        ))}
      </div>
      <ChartTable {...props} seats={seats} />
    </section>
  );
});

function describeColumn({ record, turns, after, judged }: ChanceChartProps, i: number): string {
  const turn = turns[i];
  if (!turn) return messages.replay.chartEnd;
  const name = playerName(record, turn.seat, turn.from);
  const shares = after[i];
  if (!shares) return messages.replay.chartUnknown({ turn: turn.number, name });
  const mark = judged[i]?.mark;
  const named = shares.map((share, at) =>
    messages.replay.shareOf({
      name: playerName(record, (at + 1) as Seat, turn.to),
      percent: percentOf(share),
    }),
  );
  const text = messages.replay.chartValue({ turn: turn.number, name, shares: named.join(", ") });
  const { blunder, mistake } = messages.replay.marks;
  return mark ? `${text} (${mark === "??" ? blunder : mistake})` : text;
}

function ChartTable({ record, turns, after, seats }: ChanceChartProps & { seats: Seat[] }) {
  return (
    <table className="visually-hidden">
      <caption>{messages.replay.chart}</caption>
      <thead>
        <tr>
          <th scope="col">{messages.replay.chartTurn}</th>
          <th scope="col">{messages.replay.chartPlayer}</th>
          {seats.map((seat) => (
            <th scope="col" key={seat}>
              {playerName(record, seat)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {turns.map((turn, i) => (
          <tr key={turn.from}>
            <th scope="row">{turn.number}</th>
            <td>{playerName(record, turn.seat, turn.from)}</td>
            {seats.map((seat) => {
              const share = after[i]?.[seat - 1];
              return (
                <td key={seat}>
                  {share === undefined ? "" : messages.replay.chance({ percent: percentOf(share) })}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
