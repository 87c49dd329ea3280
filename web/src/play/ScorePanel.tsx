// Each seat's rings and territory, and how far it is from each victory condition [R170-R173].

import { useEffect, useRef, useState } from "react";
import type { PositionView } from "../engine/engine";
import { messages } from "../messages";
import { editionData } from "../rules/editions";
import type { Seat, State } from "../rules/wire";
import { Clock } from "./Clock";
import { SeatIcon } from "./SeatIcon";
import type { SeatInfo } from "./types";

interface ScorePanelProps {
  view: PositionView;
  seats: readonly SeatInfo[];
  ownSeats: readonly number[];
}

export function ScorePanel({ view, seats, ownSeats }: ScorePanelProps) {
  const { state } = view;
  return (
    <section className="score-panel" aria-label={messages.play.scores}>
      {computeScores(state).map((score) => (
        <SeatPanel
          key={score.seat}
          score={score}
          info={seats.find((each) => each.seat === score.seat)}
          turn={state.gameStatus === "active" && state.currentPlayer === score.seat}
          own={ownSeats.includes(score.seat) && ownSeats.length < state.players.length}
        />
      ))}
      <PresenceAnnouncer seats={seats} />
    </section>
  );
}

function SeatPanel({
  score,
  info,
  turn,
  own,
}: {
  score: Score;
  info?: SeatInfo;
  turn: boolean;
  own: boolean;
}) {
  const colour = messages.terms.seat({ seat: score.seat });
  const details = [
    info?.kind,
    own ? messages.play.you : "",
    info?.present === false ? messages.play.away : "",
  ];
  return (
    <article className="seat-panel" data-seat={score.seat} data-turn={turn}>
      <header>
        <SeatIcon seat={score.seat} />
        <h2>
          {info?.name ?? colour}
          <small>{details.filter(Boolean).join(", ")}</small>
        </h2>
        {score.rank !== null && (
          <span className="tag">{messages.play.rank({ rank: score.rank })}</span>
        )}
        {turn && <span className="tag">{messages.play.toMove}</span>}
        {info?.clock && <Clock clock={info.clock} />}
      </header>
      <dl>
        <ScoreMeter
          label={messages.play.eliminated}
          value={score.eliminated}
          needed={score.eliminatedNeeded}
          counterSeat={score.seat}
        />
        <ScoreMeter
          label={messages.play.territory}
          value={score.territory}
          needed={score.territoryNeeded}
          note={
            score.territoryOfOthers
              ? messages.play.moreThanOthers({ count: score.territoryOfOthers })
              : undefined
          }
        />
        <div>
          <dt>{messages.play.inHand}</dt>
          <dd>{score.ringsInHand}</dd>
        </div>
      </dl>
      {!score.isOut && (
        <p className="seat-status">
          {messages.play.lastStanding({ rounds: score.exclusiveRounds })}
        </p>
      )}
      {score.isOut && <p className="seat-status">{messages.play.out}</p>}
    </article>
  );
}

interface ScoreMeterProps {
  label: string;
  value: number;
  needed: number;
  note?: string;
  /** The seat whose eliminated rings are animated towards this meter. */
  counterSeat?: number;
}

function ScoreMeter({ label, value, needed, note, counterSeat }: ScoreMeterProps) {
  return (
    <div data-counter={counterSeat}>
      <dt>{label}</dt>
      <dd>
        {messages.play.outOf({ count: value, needed })}
        {note && <small> {note}</small>}
      </dd>
      <dd className="meter" aria-hidden="true">
        <span style={{ inlineSize: `${Math.min(100, (100 * value) / needed)}%` }} />
      </dd>
    </div>
  );
}

/** Announces to screen readers who left and who came back. */
export function PresenceAnnouncer({ seats }: { seats: readonly SeatInfo[] }) {
  const [announcement, setAnnouncement] = useState("");
  const away = useRef<string[]>([]);

  useEffect(() => {
    const before = away.current;
    away.current = namesByPresence(seats, false);
    const left = away.current.filter((name) => !before.includes(name));
    const returned = namesByPresence(seats, true).filter((name) => before.includes(name));
    const news = [
      ...left.map((name) => messages.play.wentAway({ name })),
      ...returned.map((name) => messages.play.cameBack({ name })),
    ];
    if (news.length > 0) setAnnouncement(news.join(" "));
  }, [seats]);

  return (
    <p className="visually-hidden" role="status">
      {announcement}
    </p>
  );
}

/** By name: a swap changes seats, not people. */
function namesByPresence(seats: readonly SeatInfo[], present: boolean): string[] {
  return seats.filter((seat) => seat.present === present).map((seat) => seat.name);
}

export interface Score {
  seat: Seat;
  ringsInHand: number;
  eliminated: number;
  eliminatedNeeded: number;
  territory: number;
  territoryNeeded: number;
  /** Set where territory must also exceed what all other seats hold together. */
  territoryOfOthers: number | null;
  /** Consecutive rounds in which only this seat had a real action. */
  exclusiveRounds: number;
  isOut: boolean;
  rank: number | null;
}

export function computeScores(state: State): Score[] {
  const totalTerritory = state.players.reduce((sum, player) => sum + player.territorySpaces, 0);
  const mustExceedOthers = editionData(state.edition).territoryMajority && state.players.length > 2;
  return state.players.map((player) => ({
    seat: player.playerNumber,
    ringsInHand: player.ringsInHand,
    eliminated: player.eliminatedRings,
    eliminatedNeeded: state.victoryThreshold,
    territory: player.territorySpaces,
    territoryNeeded: state.territoryVictoryThreshold,
    territoryOfOthers: mustExceedOthers ? totalTerritory - player.territorySpaces : null,
    exclusiveRounds:
      state.lps.exclusivePlayer === player.playerNumber ? state.lps.exclusiveRounds : 0,
    isOut: player.eliminatedAtTurn !== null,
    rank: state.ranking?.find((each) => each.playerNumber === player.playerNumber)?.rank ?? null,
  }));
}
