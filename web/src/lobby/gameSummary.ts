// One-line descriptions of games for lists and headings.

import type { Clock, GameInfo, GameSeat, GameSettings } from "../api/types";
import { messages } from "../messages";
import { DEFAULT_EDITION } from "../rules/editions";

export function describeClock(clock: Clock): string {
  switch (clock.kind) {
    case "per_move":
      return messages.lobby.clock.perMove({ time: describeDuration(clock.seconds) });
    case "fischer":
      return messages.lobby.clock.fischer({
        initial: clock.initial < 60 ? describeDuration(clock.initial) : clock.initial / 60,
        increment: clock.increment,
      });
    case "correspondence":
      return messages.lobby.clock.correspondence({ days: clock.days });
    default:
      return messages.lobby.clock.none;
  }
}

const describeDuration = (seconds: number): string =>
  seconds < 60
    ? messages.lobby.seconds({ seconds })
    : messages.lobby.minutes({ minutes: seconds / 60 });

export function describeSettings({ board, players, edition, clock, start }: GameSettings): string {
  const parts = [
    messages.terms.boards[board],
    messages.terms.players({ count: players }),
    describeClock(clock),
  ];
  if (edition !== DEFAULT_EDITION) parts.push(messages.terms.editions[edition]);
  if (start === "balanced") parts.push(messages.lobby.balancedStart);
  return parts.join(" · ");
}

/** Why a rated game counted less or not at all; null if it counted in full. */
export function describeRatingOutcome({ rating_outcome: outcome }: GameInfo): string | null {
  return !outcome || outcome === "counted" ? null : messages.lobby.ratingOutcomes[outcome];
}

export function seatName({ kind, account, level }: GameSeat): string {
  if (kind === "level") return messages.terms.level({ level: level ?? 0 });
  if (account?.kind === "bot") return messages.terms.bot({ name: account.name });
  return account?.name ?? messages.lobby.openSeat;
}

/** The name of a seat for lists with room: a level has its strength in words. */
export function longSeatName(seat: GameSeat): string {
  const { kind, level } = seat;
  if (kind !== "level" || !level) return seatName(seat);
  const strength = messages.terms.strength({ level: `${level}` });
  return messages.lobby.dialog.computer({ level, strength });
}

export const isSeated = (game: GameInfo, account: string | undefined): boolean =>
  account !== undefined && game.seats.some((seat) => seat.account?.id === account);
