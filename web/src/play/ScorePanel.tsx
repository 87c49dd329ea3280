// Every seat with its rings, its territory and what each way to win still asks.

import type { PositionView } from "../engine/engine";
import { words } from "../strings";
import { Clock } from "./Clock";
import { PresenceAnnouncer } from "./PresenceAnnouncer";
import { SeatIcon } from "./SeatIcon";
import { computeScores, type Score } from "./scores";
import type { SeatInfo } from "./types";

interface ScorePanelProps {
  view: PositionView;
  seats: readonly SeatInfo[];
  hands: readonly number[];
}

export function ScorePanel({ view, seats, hands }: ScorePanelProps) {
  const { state } = view;
  return (
    <section className="scores" aria-label={words.play.scores}>
      {computeScores(state).map((score) => (
        <SeatPanel
          key={score.seat}
          score={score}
          face={seats.find((each) => each.seat === score.seat)}
          turn={state.gameStatus === "active" && state.currentPlayer === score.seat}
          own={hands.includes(score.seat) && hands.length < state.players.length}
        />
      ))}
      <PresenceAnnouncer seats={seats} />
    </section>
  );
}

function SeatPanel({
  score,
  face,
  turn,
  own,
}: {
  score: Score;
  face?: SeatInfo;
  turn: boolean;
  own: boolean;
}) {
  const colour = words.play.seat(score.seat);
  const small = [
    face?.kind,
    own ? words.play.you : "",
    face?.here === false ? words.play.away : "",
  ];
  return (
    <article className="seat-panel" data-seat={score.seat} data-turn={turn}>
      <header>
        <SeatIcon seat={score.seat} />
        <h2>
          {face?.name ?? colour}
          <small>{small.filter(Boolean).join(", ")}</small>
        </h2>
        {score.rank !== null && <span className="tag">{words.play.rank(score.rank)}</span>}
        {turn && <span className="tag">{words.play.toMove}</span>}
        {face?.clock && <Clock clock={face.clock} />}
      </header>
      <dl>
        <Meter
          label={words.play.eliminated}
          value={score.eliminated}
          needed={score.eliminatedNeeded}
          counterOf={score.seat}
        />
        <Meter
          label={words.play.territory}
          value={score.territory}
          needed={score.territoryNeeded}
          note={score.others ? words.play.alsoMoreThan(score.others) : undefined}
        />
        <div>
          <dt>{words.play.inHand}</dt>
          <dd>{score.hand}</dd>
        </div>
      </dl>
      {!score.out && <p className="seat-note">{words.play.standing(score.standing)}</p>}
      {score.out && <p className="seat-note">{words.play.out}</p>}
    </article>
  );
}

interface MeterProps {
  label: string;
  value: number;
  needed: number;
  note?: string;
  /** The seat whose eliminated rings are counted here: they fly to it. */
  counterOf?: number;
}

function Meter({ label, value, needed, note, counterOf }: MeterProps) {
  return (
    <div data-counter={counterOf}>
      <dt>{label}</dt>
      <dd>
        {words.play.of(value, needed)}
        {note && <small> {note}</small>}
      </dd>
      <dd className="meter" aria-hidden="true">
        <span style={{ inlineSize: `${Math.min(100, (100 * value) / needed)}%` }} />
      </dd>
    </div>
  );
}
