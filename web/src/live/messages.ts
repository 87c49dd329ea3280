// The live protocol (docs/reference/live-protocol.md) and the host's events (docs/reference/host.md) as types.

import type { Account, GameInfo } from "../api/types";
import type { Move, Refusal, Seat } from "../rules/wire";

export type Occupant =
  | { kind: "person" | "remote"; name: string; id: string }
  | { kind: "level"; number: number }
  | { kind: "engine"; command: string[] }
  | { kind: "random" };

export type Left = (number | null)[];

interface Numbered {
  sequence: number;
  at: number;
}

export type MoveEvent = Numbered & {
  kind: "move";
  seat: Seat;
  move: Move;
  notation: string;
  hash: string | null;
  bookkeeping: boolean;
  clock: Left | null;
};

export interface Ended {
  winner: Seat;
  reason: string;
  ranking: { seat: Seat; rank: number }[];
}

export type GameEvent =
  | MoveEvent
  | (Numbered & { kind: "started"; seats: Occupant[]; hash: string | null; clock: Left | null })
  | (Numbered & { kind: "people_swapped"; seats: Occupant[]; clock: Left | null })
  | (Numbered & { kind: "clock_warning"; seat: Seat; left: number })
  | (Numbered & { kind: "flag" | "resigned"; seat: Seat })
  | (Numbered & { kind: "abandoned"; seat: Seat | null })
  | (Numbered & { kind: "take_back_offered"; seat: Seat; keep: number })
  | (Numbered & { kind: "take_back_agreed" | "take_back_declined"; seat: Seat })
  | (Numbered & { kind: "taken_back"; keep: number; hash: string | null; clock: Left | null })
  | (Numbered & { kind: "computer_trouble"; seat: Seat; problem: string; message: string })
  | (Numbered & {
      kind: "substituted";
      seat: Seat;
      occupant: Occupant;
      reason: string;
      clock: Left | null;
    })
  | (Numbered & { kind: "paused" | "resumed"; clock: Left | null })
  | (Numbered & { kind: "ended" } & Ended);

export type Order =
  | { type: "move"; expected?: number; move: Move | string }
  | { type: "resign" }
  | { type: "take_back.offer"; keep?: number }
  | { type: "take_back.agree" }
  | { type: "take_back.decline" };

/** An order under the name that lets the server carry it out once, however often it is sent. */
export type Command = Order & { game: string; client_id: string };

export type Sent =
  | Command
  | { type: "watch"; game: string; since: number; code?: string }
  | { type: "unwatch"; game: string }
  | { type: "chat"; game: string; text: string }
  | { type: "lobby.watch" }
  | { type: "lobby.unwatch" }
  | { type: "ping"; t: number }
  | { type: "echo"; probe: number };

export type Received =
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
  | { type: "chat"; game: string; name: string; at: number; text: string }
  | { type: "rematch"; game: string; next: string; name: string }
  | { type: "lobby"; games: GameInfo[] }
  | { type: "pong"; t: number; at: number; probe?: number }
  | { type: "closing"; reason: string };
