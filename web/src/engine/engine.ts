// What a page asks an engine. One runs in a worker (WebAssembly), the other is the server; both answer alike.

import type { MoveAnnotation } from "../records/record";
import type { Decision } from "../rules/decision";
import type { Move, Refusal, Setup, State } from "../rules/wire";

/** A state and what can be done in it. `state.moveHistory` is left empty: whoever plays keeps the steps. */
export interface PositionView {
  state: State;
  hash: string;
  /** The measure of progress [R191]. */
  monotoneSum: number;
  /** Null when the game is over. */
  decision: Decision | null;
}

/** A move that was made, with what it led to. */
export interface Step {
  move: Move;
  notation: string;
  bookkeeping: boolean;
  view: PositionView;
}

/** A record, played through. Its views carry no offers, of which a long game has too many: `see` tells them. */
export interface RecordReplay {
  setup: Setup;
  names: string[];
  /** Free tags such as `Event`. */
  tags: Record<string, string>;
  /** The state before the first move, then every move. */
  start: PositionView;
  steps: Step[];
  /** What was written beside each step. */
  annotations: MoveAnnotation[];
  /** The last state, with the result of a host (resignation, timeout, abandonment). */
  end: PositionView;
  /** `1+ring_elimination`, or null for a game that is not over. */
  result: string | null;
}

/** One of the best moves: what each seat may expect, and how the game would go on. */
export interface RankedMove {
  /** In notation, bookkeeping moves as `-`. */
  move: string;
  shares: number[];
  variation: string[];
}

/** What a search thinks of a state, best line first. */
export interface PositionAnalysis {
  depth: number;
  nodes: number;
  seconds: number;
  nodesPerSecond: number;
  lines: RankedMove[];
}

/** Each method rejects with a `RefusedError` what cannot be done. */
export interface Engine {
  readonly runsIn: "page" | "server";
  newGame(setup: Setup): Promise<PositionView>;
  /** Checks a state from outside, and tells what it offers. */
  inspect(state: State): Promise<PositionView>;
  /** One move, bookkeeping not filled in. */
  play(state: State, move: Move): Promise<Step>;
  /** One move and the bookkeeping moves after it: what live play does. */
  playAndSettle(state: State, move: Move): Promise<Step[]>;
  /** The bookkeeping moves that are due before anybody has a choice; none where there is a choice. */
  settle(state: State): Promise<Step[]>;
  /** What a level chooses; the same on every machine for levels 1 to 9. `seconds` is for level 10. */
  chooseMove(state: State, level: number, seed: number, seconds?: number): Promise<Move>;
  /** What the search thinks of a state within so many nodes; an engine that cannot be asked so has no such method. */
  analyse?(state: State, nodes: number, count: number): Promise<PositionAnalysis>;
  /** Gives up the search that runs, which then answers with the best so far. */
  stopSearch(): void;
  /** Why a move is illegal; null if it is legal. */
  whyIllegal(state: State, move: Move): Promise<Refusal | null>;
  /** The move of a notation in a state. */
  parseMove(state: State, notation: string): Promise<Move>;
  fromPositionString(text: string): Promise<PositionView>;
  toPositionString(state: State): Promise<string>;
  /** A record as text (docs/reference/game-record.md) or JSON Lines, replayed move by move. */
  replay(record: string): Promise<RecordReplay>;
  close(): void;
}
