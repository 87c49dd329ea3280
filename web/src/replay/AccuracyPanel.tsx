// The accuracy of each player, best first (docs/reference/judged-turns.md).

import type { RecordReplay } from "../engine/engine";
import { messages } from "../messages";
import { SeatIcon } from "../play/SeatIcon";
import type { Seat } from "../rules/wire";
import { accuracyOf } from "./judgedTurns";
import { playerName } from "./recordHeaders";
import { percentOf } from "./SeatChances";
import type { Evaluation } from "./useJudgedGame";

interface AccuracyPanelProps {
  record: RecordReplay;
  evaluation: Evaluation;
  total: number;
}

export function AccuracyPanel({ record, evaluation, total }: AccuracyPanelProps) {
  const { judged, done, judges, failed } = evaluation;
  const seats = Array.from({ length: record.setup.players }, (_, i) => (i + 1) as Seat);
  const rows = seats
    .map((seat) => ({ seat, accuracy: accuracyOf(judged, seat) }))
    .sort((one, other) => (other.accuracy ?? -1) - (one.accuracy ?? -1));
  return (
    <section className="panel accuracy">
      <div className="panel-header">
        <h2 title={messages.replay.accuracyHelp}>{messages.replay.accuracy}</h2>
        <span className="quiet progress" role="status">
          {done < total && !failed
            ? messages.replay.evaluating({ done: done + 1, count: total })
            : ""}
        </span>
      </div>
      {judges && !failed ? (
        <ul className="plain">
          {rows.map(({ seat, accuracy }) => (
            <li key={seat} data-seat={seat}>
              <SeatIcon seat={seat} />
              <span className="chance-name">{playerName(record, seat)}</span>
              <span className="accuracy-bar" aria-hidden="true">
                <span style={{ width: `${100 * (accuracy ?? 0)}%` }} />
              </span>
              <span className="accuracy-figure">
                {accuracy === null
                  ? done < total
                    ? "…"
                    : messages.replay.noAccuracy
                  : messages.replay.accuracyOf({ percent: percentOf(accuracy) })}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="quiet">{judges ? messages.replay.noServer : messages.replay.noEngine}</p>
      )}
    </section>
  );
}
