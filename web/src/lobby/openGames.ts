// Which open games are shown, in which order.

import type { GameInfo } from "../api/types";
import type { PlayerCount } from "../setup/players";

export interface OpenGameFilter {
  players: PlayerCount | null;
  board: "any" | "square8" | "hex8" | "big";
  clock: "any" | "live" | "daily";
}

export const NO_FILTER: OpenGameFilter = { players: null, board: "any", clock: "any" };

export function filterGames(games: readonly GameInfo[], filter: OpenGameFilter): GameInfo[] {
  return games.filter(
    ({ settings: { players, board, clock } }) =>
      (filter.players === null || players === filter.players) &&
      (filter.board === "any" ||
        (filter.board === "big"
          ? board === "square19" || board === "hexagonal"
          : board === filter.board)) &&
      (filter.clock === "any" || (filter.clock === "daily") === (clock.kind === "correspondence")),
  );
}

/** A player's rating by number of players. */
export type OwnRatings = Partial<Record<number, number>>;

/** Nearest to the player's own rating first; games without rated players follow, newest first. */
export function sortByRating(games: readonly GameInfo[], own: OwnRatings): GameInfo[] {
  const distance = ({ settings, seats }: GameInfo) => {
    const mine = own[settings.players];
    const ratings = seats.flatMap(({ rating }) => (rating ? [rating.value] : []));
    if (mine === undefined || ratings.length === 0) return Number.MAX_SAFE_INTEGER;
    const average = ratings.reduce((sum, value) => sum + value, 0) / ratings.length;
    return Math.abs(average - mine);
  };
  return games.toSorted(
    (one, other) => distance(one) - distance(other) || other.created_at - one.created_at,
  );
}
