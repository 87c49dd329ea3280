// Each seat's player, clock, rings and territory, and how far it is from each victory.

import { useEffect, useId, useRef, useState } from "react";
import type { PositionView } from "../engine/engine";
import { messages } from "../messages";
import type { Seat } from "../rules/wire";
import { Clock } from "./Clock";
import { SeatEmblem, SeatIcon } from "./SeatIcon";
import { computeScores, type Score, territoryLeft } from "./scores";
import type { SeatInfo } from "./types";

interface SeatPanelsProps {
  view: PositionView;
  seats: readonly SeatInfo[];
  /** The seats to show, in this order. */
  shown: readonly Seat[];
  viewer: readonly Seat[];
  /** `full` with segmented meters, `compact` in rows, `strip` in one line for phones. */
  form: "full" | "compact" | "strip";
}

export function SeatPanels({ view, seats, shown, viewer, form }: SeatPanelsProps) {
  const { state } = view;
  const scores = computeScores(state);
  return (
    <section
      className="seat-panels"
      data-form={form}
      data-count={shown.length}
      aria-label={messages.play.scores}
    >
      {shown.map((seat) => {
        const score = scores.find((each) => each.seat === seat);
        if (!score) return null;
        const turn = state.gameStatus === "active" && state.currentPlayer === seat;
        const props = {
          score,
          info: seats.find((each) => each.seat === seat),
          turn,
          own: viewer.includes(seat) && viewer.length < state.players.length,
        };
        const closed = form === "strip" && shown.length > 1 && !isOpen(seat, shown, state);
        return <SeatPanel key={seat} {...props} form={form} closed={closed} />;
      })}
    </section>
  );
}

/** Of several opponents in one strip the one to move is open, else the first. */
function isOpen(
  seat: Seat,
  shown: readonly Seat[],
  { currentPlayer }: PositionView["state"],
): boolean {
  return shown.includes(currentPlayer) ? seat === currentPlayer : seat === shown[0];
}

/** The seats around the board as the viewer sees them: the others in turn order, then the own. */
export function seatOrder(
  players: readonly { playerNumber: Seat }[],
  viewer: readonly Seat[],
): { others: Seat[]; own: Seat } {
  const seats = players.map(({ playerNumber }) => playerNumber);
  const own = viewer.find((seat) => seats.includes(seat)) ?? seats[0] ?? 1;
  const at = seats.indexOf(own);
  return { own, others: [...seats.slice(at + 1), ...seats.slice(0, at)] };
}

interface SeatPanelProps {
  score: Score;
  info?: SeatInfo;
  turn: boolean;
  own: boolean;
  form: SeatPanelsProps["form"];
  closed: boolean;
}

function SeatPanel({ score, info, turn, own, form, closed }: SeatPanelProps) {
  const colour = messages.terms.seat({ seat: score.seat });
  const name = info?.name ?? colour;
  return (
    <article
      className="seat-panel"
      data-seat={score.seat}
      data-turn={turn}
      data-closed={closed}
      aria-label={name}
    >
      <header>
        <SeatIcon seat={score.seat} size={form === "full" ? 32 : 26} />
        <div className="panel-name">
          <h2>
            <span>{own ? messages.play.youName({ name }) : name}</span>{" "}
            <SeatEmblem seat={score.seat} />
          </h2>
          <small>{describeSeat(score, info, colour, form)}</small>
        </div>
        {score.rank !== null && (
          <span className="tag">{messages.play.rank({ rank: score.rank })}</span>
        )}
        {turn && <span className="visually-hidden">{messages.play.toMove}</span>}
        {info?.clock && <Clock clock={info.clock} />}
      </header>
      {!closed && <Meters score={score} form={form} />}
      {info?.note && <p className="seat-note">{info.note}</p>}
    </article>
  );
}

function describeSeat(
  score: Score,
  info: SeatInfo | undefined,
  colour: string,
  form: SeatPanelsProps["form"],
): string {
  const kind = (form === "full" && info?.strength) || info?.kind || "";
  const parts = [
    info?.rating ? messages.play.rating({ ...info.rating }) : kind,
    info && info.name !== colour ? colour : "",
    info?.present === false ? messages.play.away : "",
    form === "compact" && !score.isOut
      ? messages.play.ringsInHand({ count: score.ringsInHand })
      : "",
  ];
  if (form === "strip")
    return info?.present === false
      ? messages.play.away
      : messages.play.ringsInHand({ count: score.ringsInHand });
  return parts.filter(Boolean).join(" · ");
}

function Meters({ score, form }: { score: Score; form: SeatPanelsProps["form"] }) {
  const play = messages.play;
  const eliminatedLeft = score.eliminatedNeeded - score.eliminated;
  return (
    <dl className="meters">
      <Meter
        label={play.eliminated}
        shortLabel={play.eliminatedShort}
        value={score.eliminated}
        needed={score.eliminatedNeeded}
        left={eliminatedLeft}
        form={form}
        counterSeat={score.seat}
        help={play.eliminatedHelp({ needed: score.eliminatedNeeded })}
      />
      <Meter
        label={play.territory}
        shortLabel={play.territoryShort}
        value={score.territory}
        needed={score.territoryNeeded}
        left={territoryLeft(score)}
        form={form}
        help={
          score.territoryOfOthers === null
            ? play.territoryHelp({ needed: score.territoryNeeded })
            : play.territoryHelpMany({
                needed: score.territoryNeeded,
                others: score.territoryOfOthers,
              })
        }
      />
      {score.exclusiveRounds > 0 && <RoundsAlone rounds={score.exclusiveRounds} />}
      {(form === "full" || (form === "compact" && score.isOut)) && (
        <div className="in-hand">
          {score.isOut ? (
            <dt>{play.out}</dt>
          ) : (
            <>
              <dt>{play.inHand}</dt>
              <dd>
                <span className="hand-rings" aria-hidden="true">
                  {Array.from({ length: Math.min(score.ringsInHand, 6) }, (_, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: all rings are alike
                    <SeatIcon key={index} seat={score.seat} size={16} />
                  ))}
                </span>
                <b>{score.ringsInHand}</b>
              </dd>
            </>
          )}
        </div>
      )}
    </dl>
  );
}

interface MeterProps {
  label: string;
  shortLabel: string;
  value: number;
  needed: number;
  /** How many more win. */
  left: number;
  form: SeatPanelsProps["form"];
  help: string;
  /** The seat whose eliminated rings are animated towards this meter. */
  counterSeat?: number;
}

const MAX_SEGMENTS = 20;

function Meter({ label, shortLabel, value, needed, left, form, help, counterSeat }: MeterProps) {
  const id = useId();
  const segmented = form === "full" && needed <= MAX_SEGMENTS;
  return (
    <div className="meter-row" data-counter={counterSeat}>
      <dt>
        {form === "strip" ? (
          shortLabel
        ) : (
          <>
            <button type="button" className="meter-help" popoverTarget={id}>
              {label}
            </button>
            <div id={id} popover="auto" className="help-card">
              {help}
            </div>
          </>
        )}
      </dt>
      <dd className="meter-value">
        {form === "strip" ? (
          messages.play.outOfShort({ count: value, needed })
        ) : (
          <>
            <b>{value}</b> {messages.play.ofNeeded({ needed })}
            {form === "full" && left > 0 && (
              <span className="more-wins"> · {messages.play.moreWins({ count: left })}</span>
            )}
          </>
        )}
      </dd>
      <dd className="meter" data-segmented={segmented} aria-hidden="true">
        {segmented ? (
          Array.from({ length: needed }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: segments are counted, not named
            <i key={index} data-filled={index < value} />
          ))
        ) : (
          <span style={{ inlineSize: `${Math.min(100, (100 * value) / needed)}%` }} />
        )}
      </dd>
    </div>
  );
}

/** Two pips: shown only once a round was exclusive to the seat. */
function RoundsAlone({ rounds }: { rounds: number }) {
  return (
    <div className="rounds-alone">
      <dt>{messages.play.alone}</dt>
      <dd>
        <span className="pips" aria-hidden="true">
          {[1, 2].map((pip) => (
            <i key={pip} data-filled={pip <= rounds} />
          ))}
        </span>
        {messages.play.roundsAlone({ rounds })}
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
