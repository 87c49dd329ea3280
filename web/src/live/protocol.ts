// Types of the live protocol (docs/reference/live-protocol.md) and of the host's events
// (docs/reference/host.md).

import type { Challenge } from "../api/challenges";
import type { TournamentView } from "../api/tournaments";
import type { Account, ChatMessage, GameInfo, LeaveReason, QuickMatchCount } from "../api/types";

import type { Move, Refusal, Seat } from "../rules/wire";

export type Occupant =
  | { kind: "person" | "remote"; name: string; id: string }
  | { kind: "level"; number: number }
  | { kind: "engine"; command: string[] }
  | { kind: "random" };

export type RemainingTimes = (number | null)[];

interface EventBase {
  sequence: number;
  at: number;
}

export type MoveEvent = EventBase & {
  kind: "move";
  seat: Seat;
  move: Move;
  notation: string;
  hash: string | null;
  bookkeeping: boolean;
  clock: RemainingTimes | null;
};

export interface GameResult {
  winner: Seat;
  reason: string;
  ranking: { seat: Seat; rank: number }[];
}

/** A player asked for it, did not take the first turn in time, or was absent. */
export type AbortReason = "request" | "first_turn" | "absence" | "operator";

export type GameEvent =
  | MoveEvent
  | (EventBase & {
      kind: "started";
      seats: Occupant[];
      hash: string | null;
      clock: RemainingTimes | null;
      /** How many of the following moves are the balanced start. */
      start_moves?: number;
    })
  | (EventBase & { kind: "people_swapped"; seats: Occupant[]; clock: RemainingTimes | null })
  | (EventBase & { kind: "clock_warning"; seat: Seat; left: number })
  | (EventBase & { kind: "left"; seat: Seat; reason: LeaveReason })
  | (EventBase & { kind: "aborted"; seat: Seat; reason: AbortReason })
  | (EventBase & { kind: "take_back_offered"; seat: Seat; keep: number })
  | (EventBase & { kind: "take_back_agreed" | "take_back_declined"; seat: Seat })
  | (EventBase & {
      kind: "taken_back";
      keep: number;
      hash: string | null;
      clock: RemainingTimes | null;
    })
  | (EventBase & { kind: "computer_trouble"; seat: Seat; problem: string; message: string })
  | (EventBase & {
      kind: "substituted";
      seat: Seat;
      occupant: Occupant;
      reason: string;
      clock: RemainingTimes | null;
    })
  | (EventBase & { kind: "paused" | "resumed"; clock: RemainingTimes | null })
  | (EventBase & { kind: "ended" } & GameResult);

export type Command =
  | { type: "move"; expected?: number; move: Move | string }
  | { type: "resign" }
  | { type: "abort" }
  | { type: "take_back.offer"; keep?: number }
  | { type: "take_back.agree" }
  | { type: "take_back.decline" };

/** The `client_id` makes the command idempotent: the server executes it once. */
export type CommandMessage = Command & { game: string; client_id: string };

export type ClientMessage =
  | CommandMessage
  | { type: "watch"; game: string; since: number; code?: string }
  | { type: "unwatch"; game: string }
  | { type: "chat"; game: string; text: string }
  | { type: "lobby.watch" }
  | { type: "lobby.unwatch" }
  | { type: "waiting.watch" }
  | { type: "waiting.unwatch" }
  | { type: "tournament.watch" | "tournament.unwatch"; tournament: string }
  | { type: "ping"; t: number }
  | { type: "echo"; probe: number };

export interface LobbyLists {
  games: GameInfo[];
  quick_match: QuickMatchCount[];
}

/** A game of yours, or a rematch that somebody offers you. */
export interface WaitingEntry {
  game: string;
  status: "open" | "live";
  your_turn: boolean;
  /** When the time of the player to move is up. */
  deadline?: number;
  /** The finished game, if this is the offer of a rematch. */
  rematch_of?: string;
  /** The names of the other people. */
  opponents: string[];
}

export type ServerMessage =
  | { type: "welcome"; protocol: number; account?: Account; at: number }
  | { type: "events"; game: string; events: GameEvent[] }
  | { type: "watching"; game: string; sequence: number }
  | { type: "presence"; game: string; here: string[] }
  | { type: "accepted"; client_id: string; game: string; sequence: number }
  | {
      type: "refused";
      client_id?: string;
      game?: string;
      error: Refusal;
      sequence?: number;
      missed?: GameEvent[];
    }
  | ({ type: "chat"; game: string } & ChatMessage)
  | { type: "chat.removed"; game: string; id: string }
  | { type: "rematch"; game: string; next: string; name: string }
  | ({ type: "lobby" } & LobbyLists)
  | {
      type: "waiting";
      games: WaitingEntry[];
      challenges: Challenge[];
      unread_messages: number;
    }
  | { type: "tournament"; tournament: TournamentView }
  | { type: "pong"; t: number; at: number; probe?: number }
  | { type: "closing"; reason: string };
