// A record's player names, departures and move comments.

import type { LeaveReason } from "../api/types";
import type { RecordReplay } from "../engine/engine";
import type { StandingRow } from "../game/Standing";
import { computePlaces } from "../lobby/standing";
import { messages } from "../messages";
import type { SeatInfo } from "../play/types";
import { exchangeNames, findSwap } from "../records/record";
import type { Seat } from "../rules/wire";

/** The player in this seat left after so many moves; a level played on. */
export interface RecordedDeparture {
  seat: Seat;
  moves: number;
  reason: LeaveReason;
  /** Null if the record does not name it. */
  level: number | null;
}

/** Reads the tags `Left` (`2@37 resigned; 1@52 flag_fell`) and `Substitutes`. */
export function departuresInRecord({ tags }: Pick<RecordReplay, "tags">): RecordedDeparture[] {
  const substitutes = new Map<number, number>();
  for (const [, seat, level] of (tags.Substitutes ?? "").matchAll(
    /seat ([1-4]): level (\d+) \(left\)/g,
  ))
    substitutes.set(Number(seat), Number(level));
  const left = (tags.Left ?? "").matchAll(/([1-4])@(\d+) (resigned|flag_fell|abandoned)/g);
  return Array.from(left, ([, seat, moves, reason]) => ({
    seat: Number(seat) as Seat,
    moves: Number(moves),
    reason: reason as LeaveReason,
    level: substitutes.get(Number(seat)) ?? null,
  }));
}

/** The seats after `at` moves: the name of a seat that was left is that of its substitute. */
export function seatsInRecord(record: RecordReplay, at: number): SeatInfo[] {
  const departures = departuresInRecord(record).filter(({ moves }) => moves <= at);
  return Array.from({ length: record.setup.players }, (_, i) => {
    const seat = (i + 1) as Seat;
    const departure = departures.find((each) => each.seat === seat);
    const name = playerName(record, seat, at);
    if (!departure) return { seat, name, kind: "" };
    const substitute = departure.level && messages.terms.level({ level: departure.level });
    const { left, playsOn, reason } = messages.play.leaving;
    const note = left({ name, reason: reason({ reason: departure.reason }) });
    return {
      seat,
      name: substitute || name,
      kind: "",
      note: substitute ? `${note} ${playsOn({ name: substitute })}` : note,
    };
  });
}

/** The final standing of a finished game in which somebody left; otherwise empty. */
export function standingInRecord(record: RecordReplay): StandingRow[] {
  const departures = departuresInRecord(record);
  const ranking = record.end.state.ranking ?? [];
  if (departures.length === 0 || ranking.length === 0) return [];
  const ranks = ranking.map(({ playerNumber, rank }) => ({ seat: playerNumber, rank }));
  return computePlaces(
    ranks,
    departures.map(({ seat }) => seat),
  ).map(({ seat, place }) => ({
    seat,
    place,
    name: playerName(record, seat),
    left: departures.find((each) => each.seat === seat)?.reason ?? null,
  }));
}

/** Names the first of those who stayed if a substitute won; otherwise "". */
export function describeFirstWhoStayed(record: RecordReplay): string {
  const standing = standingInRecord(record);
  const winner = standing.find(({ seat }) => seat === record.end.state.winner);
  const [first] = standing;
  return winner?.left && first && !first.left
    ? messages.play.leaving.firstStayed({ name: first.name })
    : "";
}

/** Who holds the seat after `at` moves, or at the end: a swap exchanges the two people [R180]. */
export function playerName(record: RecordReplay, seat: Seat, at = record.steps.length): string {
  const swap = findSwap(record.steps.slice(0, at).map(({ move }) => move));
  const name = exchangeNames(record.names, swap)[seat - 1];
  return name ? levelName(name) : messages.terms.seat({ seat });
}

/** Records say "level 3" in every language; the page says it as in the game. */
function levelName(name: string): string {
  const level = /^level (\d+)$/.exec(name)?.[1];
  return level === undefined ? name : messages.terms.level({ level: Number(level) });
}

/** Returns the comments on the last chosen move before `at` and on the bookkeeping after it. */
export function commentAt({ steps, annotations: remarks }: RecordReplay, at: number): string {
  const last = steps.slice(0, at).findLastIndex((step) => !step.bookkeeping);
  return remarks
    .slice(Math.max(0, last), at)
    .map((remark) => remark.comment)
    .filter(Boolean)
    .join(" ");
}
