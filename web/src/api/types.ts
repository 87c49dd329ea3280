// Types of the HTTP API; see docs/reference/server.md.

import type { BoardName, Edition, Seat, State } from "../rules/wire";

export interface Account {
  id: string;
  name: string;
  kind: "guest" | "person" | "bot";
}

export interface LoginSession {
  account: Account;
  csrf: string;
  expires_at: number;
}

export type Clock =
  | { kind: "none" }
  | { kind: "per_move"; seconds: number }
  | { kind: "fischer"; initial: number; increment: number }
  | { kind: "correspondence"; days: number };

export interface GameSettings {
  board: BoardName;
  players: 2 | 3 | 4;
  edition: Edition;
  swap: boolean;
  clock: Clock;
  takeBacks: boolean;
  rated: boolean;
  position: string | null;
}

export interface GameSeat {
  seat: Seat;
  kind: "open" | "person" | "level" | "bot";
  account: Account | null;
  level: number | null;
}

export interface GameInfo {
  id: string;
  settings: GameSettings;
  status: "open" | "live" | "over" | "aborted";
  visibility: "public" | "private";
  rated: boolean;
  created_at: number;
  started_at: number | null;
  ended_at: number | null;
  sequence: number;
  winner: Seat | null;
  reason: string | null;
  rematch_of: string | null;
  seats: GameSeat[];
  invite: string | null;
}

export interface GameView extends GameInfo {
  state: State | null;
  position: string | null;
  clock: (number | null)[] | null;
  to_choose: Seat | null;
  your_seats: Seat[];
  /** The accounts of its players who are connected. */
  here: string[];
}

export interface RequestedSeat {
  kind: "me" | "open" | "level";
  level?: number;
}

export interface NewGame {
  settings: Partial<GameSettings>;
  seats?: RequestedSeat[];
  visibility?: "public" | "private";
}

export interface QuickMatchResult {
  game: GameInfo | null;
  waiting: number;
}

export interface Rating {
  players: number;
  mu: number;
  sigma: number;
  ordinal: number;
  games: number;
}

export interface LeaderboardEntry {
  rank: number;
  account: Account;
  rating: Rating;
}

export interface Profile {
  account: Account;
  since: number;
  ratings: Rating[];
  changes: { game: string; players: number; at: number; before: number; after: number }[];
  played: number;
  won: number;
}

export interface BotToken {
  account: Account;
  token: string;
}

export interface ChatMessage {
  name: string;
  at: number;
  text: string;
}
