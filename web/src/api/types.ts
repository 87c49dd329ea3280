// Types of the HTTP API; see docs/reference/server.md.

import type { BoardName, Edition, Seat, State } from "../rules/wire";
import type { StartName } from "../setup/starts";

export interface Account {
  id: string;
  name: string;
  kind: "guest" | "person" | "bot";
}

export type Role = "admin" | "moderator";

export interface LoginSession {
  account: Account;
  csrf: string;
  expires_at: number;
  authenticated_at: number;
  /** What the account may administer. */
  role?: Role | null;
}

export interface Registration extends LoginSession {
  /** Shown only once. */
  recovery_codes: string[];
}

export interface SessionInfo {
  id: string;
  browser: string;
  system: string;
  address: string;
  created_at: number;
  seen_at: number;
  expires_at: number;
  current: boolean;
}

export type TokenScope = "play" | "read";

export interface TokenInfo {
  id: string;
  label: string;
  prefix: string;
  scope: TokenScope;
  created_at: number;
  expires_at: number | null;
  last_used_at: number | null;
}

export interface BotInfo {
  account: Account;
  tokens: TokenInfo[];
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
  /** Seconds to make the first turn; null: by the clock. */
  firstTurn?: number | null;
  /** The level that plays on for a person who leaves; null: nearest their rating, else 6. */
  substitute?: number | null;
  takeBacks: boolean;
  rated: boolean;
  position: string | null;
  /** "balanced": the first moves come from a book, and there is no swap. */
  start?: StartName;
}

/** A rating on the familiar scale: about 1500 for an average player; uncertain ones show "?". */
export interface ShownRating {
  value: number;
  uncertain: boolean;
}

/** How fast a game is, by its time control. */
export type Speed = "bullet" | "blitz" | "rapid" | "classical" | "correspondence" | "untimed";

/** The position of a game in a list: the current one, or the final one. */
export interface Preview {
  /** A position string. */
  position: string;
  turn: number;
  /** Null when the game is over. */
  to_move: Seat | null;
}

export interface GameSeat {
  seat: Seat;
  kind: "open" | "person" | "level" | "bot";
  account: Account | null;
  level: number | null;
  /** The account has left; a substitute plays on, or the game ended. */
  left?: { reason: LeaveReason; at: number } | null;
  /** Of the seat, by the rules. */
  rank?: number | null;
  /** Of the account among the people: those who left rank behind all others. */
  people_rank?: number | null;
  /** Of a registered account, for this number of players; before a game that counted. */
  rating?: ShownRating | null;
  /** By this game, if it counted. */
  rating_change?: number | null;
}

export type LeaveReason = "resigned" | "flag_fell" | "abandoned";

export type RatingOutcome =
  | "counted"
  | "damped"
  | "repeated"
  | "no_turn"
  | "own_bot"
  | "no_players";

export interface GameInfo {
  id: string;
  settings: GameSettings;
  status: "open" | "live" | "over" | "aborted";
  /** "unlisted": in no list of others, but everybody with the link may watch. */
  visibility: "public" | "unlisted" | "private";
  rated: boolean;
  /** Whether a finished rated game counted, and if not, why. */
  rating_outcome?: RatingOutcome | null;
  created_at: number;
  started_at: number | null;
  ended_at: number | null;
  sequence: number;
  winner: Seat | null;
  /** The seat of the best ranked person who stayed. */
  people_winner?: Seat | null;
  reason: string | null;
  rematch_of: string | null;
  seats: GameSeat[];
  speed?: Speed;
  /** Null before the start, and for a moment where the position is not at hand. */
  preview?: Preview | null;
  tournament?: { id: string; name: string } | null;
  /** People who watch it now, without its players. */
  spectators?: number;
  invite: string | null;
}

export interface FeaturedGame {
  game: GameInfo;
  kind: "live" | "finished";
}

export interface WaitingGame {
  game: GameInfo;
  your_turn: boolean;
  deadline: number | null;
  rematch_offer: boolean;
}

export interface GameView extends GameInfo {
  state: State | null;
  position: string | null;
  clock: (number | null)[] | null;
  to_choose: Seat | null;
  /** A person has completed a turn: the game cannot be aborted. */
  begun?: boolean;
  /** When the game is aborted unless the first turn is complete. */
  first_turn_until?: number | null;
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
  /** In seat order. */
  seats?: RequestedSeat[];
  /** "random" shuffles the seats. */
  seating?: "listed" | "random";
  visibility?: "public" | "unlisted" | "private";
}

/** How many people look for a game with these settings. */
export interface QuickMatchCount {
  settings: GameSettings;
  waiting: number;
}

export interface QuickMatchResult {
  game: GameInfo | null;
  waiting: number;
}

export interface Rating extends ShownRating {
  players: number;
  games: number;
}

/** How a rated game changed a rating. */
export interface RatingChange {
  game: string;
  players: number;
  board: BoardName;
  speed: Speed;
  at: number;
  before: ShownRating;
  after: ShownRating;
}

export interface LeaderboardEntry {
  /** Null while the rating is uncertain. */
  rank: number | null;
  account: Account;
  rating: Rating;
}

export interface Profile {
  account: Account;
  since: number;
  ratings: Rating[];
  /** The last 100, newest first. */
  changes: RatingChange[];
  /** One entry for each number of players. */
  results: { players: number; played: number; won: number }[];
  played: number;
  won: number;
}

export interface BotToken {
  account: Account;
  token: string;
  info: TokenInfo;
}

export interface ChatMessage {
  id: string;
  /** Null for a deleted account. */
  account: string | null;
  /** Its writer has no seat. Players see it only after the game. */
  spectator?: boolean;
  name: string;
  at: number;
  text: string;
}
