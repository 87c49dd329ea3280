// What the page and its worker say to each other.

import type { Move, Refusal } from "../rules/wire";
import type { Engine } from "./engine";

/** The methods that are answered. */
export type EngineMethod = Exclude<keyof Engine, "where" | "stop" | "close">;

export interface WorkerRequest {
  id: number;
  method: EngineMethod;
  args: unknown[];
}

export type WorkerMessage =
  /** The kernel is there, or why it is not. */
  | { kind: "ready" }
  | { kind: "broken"; message: string }
  /** The best move so far of the search that goes on. */
  | { kind: "best"; id: number; move: Move }
  | { kind: "answer"; id: number; value: unknown }
  | { kind: "refusal"; id: number; refusal: Refusal }
  | { kind: "failure"; id: number; message: string };
