// Tournaments over HTTP.

import { request } from "./http";
import type { Account, GameSettings } from "./types";

export type TournamentFormat = "arena" | "swiss" | "tables";
export type EntrantStatus = "in" | "paused" | "withdrawn";

/** Days between the tournaments of a series; 0: there is only this one. */
export type RepeatDays = 0 | 1 | 7;

export interface TournamentInfo {
  id: string;
  name: string;
  description: string;
  format: TournamentFormat;
  settings: GameSettings;
  status: "upcoming" | "running" | "over" | "cancelled";
  /** Of a game; at tables, the preferred number. */
  players: number;
  rated: boolean;
  created_by: Account | null;
  starts_at: number;
  started_at: number | null;
  ended_at: number | null;
  /** Of a running arena. */
  ends_at: number | null;
  minutes: number | null;
  rounds: number;
  round: number;
  /** Players who have not withdrawn. */
  entrants: number;
  /** Only its members may join. */
  club?: { id: string; name: string } | null;
  max_entrants: number;
  repeat_days: RepeatDays;
  /** Whether you take part; missing in messages of the socket. */
  joined?: EntrantStatus | null;
}

export interface Standing {
  number: number;
  rank: number;
  account: Account | null;
  level: number | null;
  rating: number;
  status: EntrantStatus;
  points: number;
  games: number;
  wins: number;
  byes: number;
  on_fire: boolean;
  buchholz: number;
  scores: number[];
  /** The game that the entrant is playing. */
  game: string | null;
}

export interface TournamentMatch {
  round: number;
  number: number;
  /** The numbers of the entrants in seat order; one: a bye. */
  seats: number[];
  ranks: number[] | null;
  status: "playing" | "over" | "void";
  game: string | null;
  /** The seat that did not make its first turn. */
  absent: number | null;
}

export interface TournamentView extends TournamentInfo {
  next_at: number | null;
  standings: Standing[];
  matches: TournamentMatch[];
}

export interface TournamentLists {
  running: TournamentInfo[];
  upcoming: TournamentInfo[];
  finished: TournamentInfo[];
}

export interface NewTournament {
  name: string;
  description: string;
  format: TournamentFormat;
  settings: Partial<GameSettings>;
  starts_at: number;
  minutes?: number;
  rounds?: number;
  levels: number[];
  /** Only of the staff. */
  repeat_days?: RepeatDays;
  club?: string;
}

const path = (id: string, rest = "") => `/tournaments/${encodeURIComponent(id)}${rest}`;

export const fetchTournaments = () => request<TournamentLists>("GET", "/tournaments");
export const createTournament = (tournament: NewTournament) =>
  request<TournamentView>("POST", "/tournaments", tournament);
export const fetchTournament = (id: string) => request<TournamentView>("GET", path(id));
export const joinTournament = (id: string) => request<TournamentView>("POST", path(id, "/join"));
export const withdrawFromTournament = (id: string) =>
  request<TournamentView>("POST", path(id, "/withdraw"));
export const startTournament = (id: string) => request<TournamentView>("POST", path(id, "/start"));
export const cancelTournament = (id: string) => request<void>("DELETE", path(id));
