// How a player wins, and how often compared with a fair share.

import type { GameInfo, Profile, RatingChange } from "../api/types";
import type { PlayerCount } from "../setup/players";

export interface FairShare {
  players: number;
  games: number;
  /** Shares of all games, in per cent. */
  won: number;
  fair: number;
}

/** With three players, a third of the games is a fair share. */
export const fairShares = (results: Profile["results"]): FairShare[] =>
  results
    .filter(({ played }) => played > 0)
    .map(({ players, played, won }) => ({
      players,
      games: played,
      won: Math.round((100 * won) / played),
      fair: Math.round(100 / players),
    }));

export const WAYS = ["land", "rings", "last", "left"] as const;
export type Way = (typeof WAYS)[number];

const WAY_BY_REASON: Record<string, Way> = {
  territory_control: "land",
  stalemate: "land",
  ring_elimination: "rings",
  last_player_standing: "last",
};

/** The games that an account won, by how; the most frequent way first. */
export function countWays(
  games: readonly GameInfo[],
  account: string,
): { way: Way; won: number }[] {
  const won = games.filter(
    (game) => game.seats.find((seat) => seat.account?.id === account)?.seat === game.winner,
  );
  return WAYS.map((way) => ({
    way,
    won: won.filter(({ reason }) => (WAY_BY_REASON[reason ?? ""] ?? "left") === way).length,
  })).filter((each) => each.won > 0);
}

const MONTH_SECONDS = 30 * 24 * 3600;

/** By how much the rating for a number of players changed within the last month. */
export function monthlyChange(
  changes: readonly RatingChange[],
  players: PlayerCount,
  now = Date.now() / 1000,
): number | null {
  const recent = changes.filter(
    (change) => change.players === players && change.at > now - MONTH_SECONDS,
  );
  if (recent.length === 0) return null;
  return recent.reduce((sum, { before, after }) => sum + after.value - before.value, 0);
}
