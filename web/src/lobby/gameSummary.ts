// A game in a few words, as lists and headings show it.

import type { Clock, GameInfo, GameSettings, SeatInfo } from "../api/types";
import { words } from "../strings";

export function describeClock(clock: Clock): string {
  switch (clock.kind) {
    case "per_move":
      return words.lobby.clock.per_move(clock.seconds);
    case "fischer":
      return words.lobby.clock.fischer(clock.initial, clock.increment);
    case "correspondence":
      return words.lobby.clock.correspondence(clock.days);
    default:
      return words.lobby.clock.none;
  }
}

export function describeSettings({ board, players, edition, clock }: GameSettings): string {
  const parts = [words.lobby.boards[board], words.lobby.players(players), describeClock(clock)];
  if (edition !== "standard") parts.push(words.lobby.editions[edition]);
  return parts.join(" · ");
}

export function seatName({ kind, account, level }: SeatInfo): string {
  if (kind === "level") return words.lobby.levels(level ?? 0);
  return account?.name ?? words.lobby.seatOpen;
}

export const isSeated = (game: GameInfo, account: string | undefined): boolean =>
  account !== undefined && game.seats.some((seat) => seat.account?.id === account);
