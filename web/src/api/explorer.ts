// The opening explorer and the search for games over HTTP.

import type { BoardName } from "../rules/wire";
import { request } from "./http";
import type { GameInfo } from "./types";

export type OpeningPool = "own" | "rated" | "engine";

export interface OpeningTurn {
  /** In notation, without bookkeeping moves. */
  moves: string[];
  games: number;
  /** By seat. */
  wins: number[];
}

export interface Opening {
  games: number;
  wins: number[];
  turns: OpeningTurn[];
  recent: GameInfo[];
}

export interface GameQuery {
  player?: string;
  opponent?: string;
  level?: number;
  board?: BoardName;
  players?: number;
  edition?: "classic" | "standard";
  rated?: boolean;
  result?: "won" | "lost";
  reason?: string;
  min_turns?: number;
  max_turns?: number;
  /** UTC seconds. */
  since?: number;
  until?: number;
  position?: string;
}

export interface FoundGames {
  games: { game: GameInfo; turns: number }[];
  next: number | null;
}

export interface SavedSearch {
  id: string;
  name: string;
  query: GameQuery;
}

export const exploreOpening = (position: string, of: OpeningPool) =>
  request<Opening>("POST", "/openings", { position, of });
export const searchGames = (query: GameQuery, before: number | null = null) =>
  request<FoundGames>("POST", "/games/search", before === null ? query : { ...query, before });
export const downloadGames = (query: GameQuery) =>
  request<string>("POST", "/games/search/records", query);
export const fetchSearches = () => request<SavedSearch[]>("GET", "/searches");
export const saveSearch = (name: string, query: GameQuery) =>
  request<SavedSearch>("POST", "/searches", { name, query });
export const deleteSearch = (id: string) =>
  request<void>("DELETE", `/searches/${encodeURIComponent(id)}`);
