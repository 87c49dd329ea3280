// One-line descriptions of games for lists and headings.

import type { Clock, GameInfo, GameSeat, GameSettings } from "../api/types";
import { messages } from "../messages";

export function describeClock(clock: Clock): string {
  switch (clock.kind) {
    case "per_move":
      return messages.lobby.clock.perMove({ time: describeDuration(clock.seconds) });
    case "fischer":
      return messages.lobby.clock.fischer({
        initial: describeDuration(clock.initial),
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

export function describeSettings({ board, players, edition, clock }: GameSettings): string {
  const parts = [
    messages.terms.boards[board],
    messages.terms.players({ count: players }),
    describeClock(clock),
  ];
  if (edition !== "standard") parts.push(messages.terms.editions[edition]);
  return parts.join(" · ");
}

export function seatName({ kind, account, level }: GameSeat): string {
  if (kind === "level") return messages.terms.level({ level: level ?? 0 });
  return account?.name ?? messages.lobby.openSeat;
}

export const isSeated = (game: GameInfo, account: string | undefined): boolean =>
  account !== undefined && game.seats.some((seat) => seat.account?.id === account);
