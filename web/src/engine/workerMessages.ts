// The messages between the page and its worker.

import type { Move, Refusal } from "../rules/wire";
import type { Engine } from "./engine";

/** The methods that a worker can call. */
export type EngineMethod = Exclude<keyof Engine, "where" | "stop" | "close">;

export interface WorkerCall {
  id: number;
  method: EngineMethod;
  args: unknown[];
}

/** A call, or the language of the explanations after it. */
export type WorkerRequest = WorkerCall | { language: string };

export type WorkerMessage =
  /** The kernel is loaded, or why not. */
  | { kind: "ready" }
  | { kind: "broken"; message: string }
  /** The best move so far of a running search. */
  | { kind: "best"; id: number; move: Move }
  | { kind: "answer"; id: number; value: unknown }
  | { kind: "refusal"; id: number; refusal: Refusal }
  | { kind: "failure"; id: number; message: string };
