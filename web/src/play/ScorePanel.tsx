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
  face: info,
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
    info?.kind,
    own ? words.play.you : "",
    info?.present === false ? words.play.away : "",
  ];
  return (
    <article className="seat-panel" data-seat={score.seat} data-turn={turn}>
      <header>
        <SeatIcon seat={score.seat} />
        <h2>
          {info?.name ?? colour}
          <small>{small.filter(Boolean).join(", ")}</small>
        </h2>
        {score.rank !== null && <span className="tag">{words.play.rank(score.rank)}</span>}
        {turn && <span className="tag">{words.play.toMove}</span>}
        {info?.clock && <Clock clock={info.clock} />}
      </header>
      <dl>
        <ScoreMeter
          label={words.play.eliminated}
          value={score.eliminated}
          needed={score.eliminatedNeeded}
          counterSeat={score.seat}
        />
        <ScoreMeter
          label={words.play.territory}
          value={score.territory}
          needed={score.territoryNeeded}
          note={
            score.territoryOfOthers ? words.play.alsoMoreThan(score.territoryOfOthers) : undefined
          }
        />
        <div>
          <dt>{words.play.inHand}</dt>
          <dd>{score.ringsInHand}</dd>
        </div>
      </dl>
      {!score.isOut && <p className="seat-note">{words.play.standing(score.exclusiveRounds)}</p>}
      {score.isOut && <p className="seat-note">{words.play.out}</p>}
    </article>
  );
}

interface ScoreMeterProps {
  label: string;
  value: number;
  needed: number;
  note?: string;
  /** The seat whose eliminated rings are counted here: they fly to it. */
  counterSeat?: number;
}

function ScoreMeter({ label, value, needed, note, counterSeat }: ScoreMeterProps) {
  return (
    <div data-counter={counterSeat}>
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
