// The result of a game in words, with the numbers that decided it.

import type { GameResult, Occupant } from "../live/protocol";
import type { SessionState } from "../live/sessionState";
import { computePlaces } from "../lobby/standing";
import { messages } from "../messages";
import { currentLanguage } from "../messages/language";
import { gridOf } from "../rules/grid";
import type { Seat, State } from "../rules/wire";
import { occupantName } from "./describeSeats";

export interface ResultText {
  /** The place of the player who reads it; null for a spectator. */
  place: number | null;
  title: string;
  /** Why the winner won, and who is first of those who stayed if that is another player. */
  text: string;
}

/** A person who left ended the game: nothing on the board did. */
const ENDED_BY_LEAVING = new Set(["resignation", "timeout", "abandonment"]);

export function describeResult(
  session: SessionState,
  result: GameResult,
  state: State,
  ownSeats: readonly Seat[],
): ResultText {
  const { seats, departures } = session;
  const playedOneSide = ownSeats.length > 0 && ownSeats.length < seats.length;
  const own = playedOneSide ? ownSeats : [];
  // A seat that was left is played by its substitute.
  const held = own.filter((seat) => !departures.some((departure) => departure.seat === seat));
  const best = firstWhoStayed(session, result);
  const places = computePlaces(
    result.ranking,
    departures.map(({ seat }) => seat),
  );
  return {
    place: places.find(({ seat }) => own.includes(seat))?.place ?? null,
    title: describeTitle(session, result, best, own),
    text: [
      describeReason(session, result, state, held),
      best !== result.winner && describeFirstWhoStayed(session, best, own),
    ]
      .filter(Boolean)
      .join(" "),
  };
}

function describeTitle(
  { seats, departures }: SessionState,
  { winner, reason }: GameResult,
  best: Seat | null,
  own: readonly Seat[],
): string {
  if (seats.length > 2 && departures.some(({ seat }) => own.includes(seat)))
    return messages.end.youLeft;
  if (own.includes(winner)) return messages.end.youWon({ name: ownName(seats[winner - 1]) });
  if (best !== null && own.includes(best)) return messages.end.youAreFirst;
  const name = occupantName(seats[winner - 1]);
  if (!ENDED_BY_LEAVING.has(reason)) return messages.end.won({ name, reason });
  if (seats.length > 2) return messages.end.won({ name, reason: "left" });
  const loser = (3 - winner) as Seat;
  return own.includes(loser)
    ? messages.end.wonAgainstYou({ name, reason })
    : messages.end.wonAgainst({ name, reason, loser: occupantName(seats[loser - 1]) });
}

/** A guest is not called by name. */
function ownName(occupant: Occupant | undefined): string {
  const name = occupantName(occupant);
  return name === "" || name.startsWith("Guest ") ? "none" : name;
}

function describeReason(
  { seats }: SessionState,
  { winner, reason }: GameResult,
  state: State,
  own: readonly Seat[],
): string {
  const mine = own.includes(winner);
  const name = occupantName(seats[winner - 1]);
  const player = state.players[winner - 1];
  const { why } = messages.end;
  if (ENDED_BY_LEAVING.has(reason)) {
    if (seats.length > 2) return why.everyoneLeft;
    return mine ? why.leftYou({ loser: occupantName(seats[2 - winner]), reason }) : "";
  }
  const cells = player?.territorySpaces ?? 0;
  switch (reason) {
    case "territory_control": {
      const others = otherLand(seats, state, winner, own);
      const numbers = {
        cells,
        all: gridOf(state.board.type).size,
        others: new Intl.ListFormat(currentLanguage()).format(others),
        count: others.length,
      };
      return mine ? why.landYou(numbers) : why.land({ ...numbers, name });
    }
    case "ring_elimination": {
      const numbers = { rings: player?.eliminatedRings ?? 0, needed: state.victoryThreshold };
      return mine ? why.ringsYou(numbers) : why.rings({ ...numbers, name });
    }
    case "last_player_standing":
      return mine ? why.lastYou : why.last({ name });
    case "stalemate":
      return mine ? why.stalemateYou({ cells }) : why.stalemate({ name, cells });
    default:
      return "";
  }
}

/** `Juno (22)`, `you (5)`: the land of everyone but the winner. */
function otherLand(
  seats: readonly Occupant[],
  state: State,
  winner: Seat,
  own: readonly Seat[],
): string[] {
  return state.players
    .filter(({ playerNumber }) => playerNumber !== winner)
    .map(({ playerNumber, territorySpaces: cells }) =>
      own.includes(playerNumber)
        ? messages.end.youWith({ cells })
        : messages.end.otherWith({ name: occupantName(seats[playerNumber - 1]), cells }),
    );
}

/**
 * Returns the seat that people count as the winner: if somebody left, the best person who stayed,
 * or null if no person did; otherwise the winner.
 */
function firstWhoStayed({ seats, departures }: SessionState, result: GameResult): Seat | null {
  if (departures.length === 0) return result.winner;
  const left = departures.map(({ seat }) => seat);
  const stayed = computePlaces(result.ranking, left).filter(({ seat }) => !left.includes(seat));
  return stayed.find(({ seat }) => "id" in (seats[seat - 1] ?? {}))?.seat ?? null;
}

function describeFirstWhoStayed(
  { seats }: SessionState,
  best: Seat | null,
  own: readonly Seat[],
): string {
  if (best === null) return messages.end.noneStayed;
  return own.includes(best)
    ? messages.end.youStayedFirst
    : messages.end.stayedFirst({ name: occupantName(seats[best - 1]) });
}
