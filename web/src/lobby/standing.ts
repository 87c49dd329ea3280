// Who came in which place when somebody left: everyone who stayed comes before everyone who left.

import type { GameInfo, GameSeat, LeaveReason } from "../api/types";
import { messages } from "../messages";
import type { Seat } from "../rules/wire";
import { seatName } from "./gameSummary";

export interface Place {
  seat: Seat;
  place: number;
}

/**
 * Returns the places, best first. Seats that were not left come in the order of their ranks, then
 * those that were left, the first one last. Equal ranks share a place.
 */
export function computePlaces(
  ranks: readonly { seat: Seat; rank: number }[],
  inOrderOfLeaving: readonly Seat[],
): Place[] {
  const stayed = ranks.filter(({ seat }) => !inOrderOfLeaving.includes(seat));
  const left = inOrderOfLeaving.toReversed();
  return [
    ...stayed.map(({ seat, rank }) => ({
      seat,
      place: 1 + stayed.filter((other) => other.rank < rank).length,
    })),
    ...left.map((seat, index) => ({ seat, place: stayed.length + index + 1 })),
  ].sort((one, other) => one.place - other.place || one.seat - other.seat);
}

/** The places of a finished game; empty while it is not over. */
export function placesInGame({ seats }: GameInfo): Place[] {
  const ranks = seats.flatMap(({ seat, rank }) => (rank ? [{ seat, rank }] : []));
  if (ranks.length < seats.length) return [];
  const left = seats
    .filter((seat) => seat.left)
    .sort((one, other) => (other.people_rank ?? 0) - (one.people_rank ?? 0));
  return computePlaces(
    ranks,
    left.map(({ seat }) => seat),
  );
}

/** A player's own result: `1st of 3`, or `3rd of 3, left (time ran out)`; null if there is none. */
export function describeOwnResult(game: GameInfo, account: string): string | null {
  const own = game.seats.find((seat) => seat.account?.id === account);
  const place = placesInGame(game).find(({ seat }) => seat === own?.seat)?.place;
  if (!own || place === undefined) return null;
  const text = messages.play.leaving.place({ place, players: game.seats.length });
  return own.left ? `${text}, ${describeLeft(own.left.reason)}` : text;
}

/** Who won by the rules and, if somebody left and it is not the same seat, who of the people. */
export function describeWinners(game: GameInfo): string | null {
  const find = (wanted: Seat | null | undefined) => game.seats.find(({ seat }) => seat === wanted);
  const winner = find(game.winner);
  if (!winner) return null;
  const name = seatName(winner);
  const how = messages.play.wonBy({ reason: game.reason ?? "" });
  const won = winner.left
    ? messages.play.leaving.seatWon({ name, how })
    : `${messages.game.won({ name })} ${how}`;
  const best = find(game.people_winner);
  const differ = game.seats.some((seat) => seat.left) && best && best !== winner;
  return differ ? `${won}. ${messages.play.leaving.firstStayed({ name: seatName(best) })}` : won;
}

/** Says of a seat whose player has left: `left (resigned)`. */
export function describeDeparture({ left }: GameSeat): string | null {
  return left ? describeLeft(left.reason) : null;
}

const describeLeft = (reason: LeaveReason): string =>
  messages.play.leaving.tag({ reason: messages.play.leaving.reason({ reason }) });
