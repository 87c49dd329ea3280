// The engine interface of the page. One engine runs in a worker (WebAssembly), the other is the
// server; both give the same answers.

import type { Mark } from "../records/marks";
import type { AnnotatedMove, MoveAnnotation } from "../records/record";
import type { Decision } from "../rules/decision";
import type { Move, Refusal, Setup, State } from "../rules/wire";

/** A state with its legal moves. `state.moveHistory` is empty: callers keep the steps. */
export interface PositionView {
  state: State;
  hash: string;
  /** S [R191]. */
  monotoneSum: number;
  /** Null when the game is over. */
  decision: Decision | null;
}

/** A move that was played, with the position after it. */
export interface Step {
  move: Move;
  notation: string;
  bookkeeping: boolean;
  view: PositionView;
}

/** A replayed record. Its views have no decision, to save memory: `inspect` gives it. */
export interface RecordReplay {
  setup: Setup;
  /** By first seat: a swap exchanges the two people [R180]. */
  names: string[];
  /** Free tags such as `Event`. */
  tags: Record<string, string>;
  /** The state before the first move, then every move. */
  start: PositionView;
  steps: Step[];
  /** On the whole game. */
  comment: string;
  /** On the board before the first move. */
  marks: Mark[];
  /** The annotation of each step. */
  annotations: MoveAnnotation[];
  /** The variations to each step. */
  variations: AnnotatedMove[][][];
  /** The last state, with the host's result (resignation, timeout, abandonment). */
  end: PositionView;
  /** `1+ring_elimination`, or null if the game is not over. */
  result: string | null;
}

/** One of the best moves: the expected share of each seat, and the principal variation. */
export interface RankedMove {
  /** In notation, bookkeeping moves as `-`. */
  move: string;
  shares: number[];
  variation: string[];
}

/** The result of an analysis, best move first. */
export interface PositionAnalysis {
  depth: number;
  nodes: number;
  seconds: number;
  nodesPerSecond: number;
  lines: RankedMove[];
}

/** The best whole turn of a search: one player's moves up to a swap or the next player's turn. */
export interface BestTurn {
  /** The expected share of each seat at the start of the turn; exact if the game is over. */
  shares: number[];
  /** The moves, bookkeeping included; none if the game is over. */
  steps: Step[];
}

/** The moves that win by force within the fewest own turns. */
export interface WinProof {
  /** Own turns, this one included; 0 if no win was found. */
  turns: number;
  /** In notation, at most 64. */
  moves: string[];
  /** Whether all moves were searched within the nodes. */
  complete: boolean;
}

/** Methods reject with a `RefusedError` what is not possible. */
export interface Engine {
  readonly runsIn: "page" | "server";
  newGame(setup: Setup): Promise<PositionView>;
  /** Checks a state from outside and lists its legal moves. */
  inspect(state: State): Promise<PositionView>;
  /** Plays one move, without the bookkeeping moves after it. */
  play(state: State, move: Move): Promise<Step>;
  /** Plays one move and the bookkeeping moves after it, as live play does. */
  playAndSettle(state: State, move: Move): Promise<Step[]>;
  /** Plays the bookkeeping moves that are due before the next decision. */
  settle(state: State): Promise<Step[]>;
  /**
   * The move of a level; for levels 1 to 9 the same on every machine. `seconds` is for level 10;
   * with `wholeTime`, as for a hint, it uses all of them and counts none to its turn.
   */
  chooseMove(
    state: State,
    level: number,
    seed: number,
    seconds?: number,
    wholeTime?: boolean,
  ): Promise<Move>;
  /** Analyses a state with a node limit. Not every engine can. */
  analyse?(state: State, nodes: number, count: number): Promise<PositionAnalysis>;
  /**
   * Analyses a state as level 10 searches it. If no other search came between, it continues from
   * the last such analysis. Not every engine can.
   */
  analyseTimed?(state: State, seconds: number, count: number): Promise<PositionAnalysis>;
  /**
   * Finds the best whole turn with a node limit for each search. The answer depends on nothing but
   * the arguments. Not every engine can.
   */
  bestTurn?(state: State, nodes: number): Promise<BestTurn>;
  /** The expected share of each seat, as `bestTurn` gives it. */
  expectedShares?(state: State, nodes: number): Promise<number[]>;
  /** Searches all moves of all players for a win within so many own turns. Not every engine can. */
  proveWin?(state: State, turns: number, nodes: number): Promise<WinProof>;
  /** Stops the running search, which then returns the best move so far. */
  stopSearch(): void;
  /** Why a move is illegal; null if it is legal. */
  whyIllegal(state: State, move: Move): Promise<Refusal | null>;
  /** The move of a notation in a state. */
  parseMove(state: State, notation: string): Promise<Move>;
  fromPositionString(text: string): Promise<PositionView>;
  toPositionString(state: State): Promise<string>;
  /** Replays a record in text (docs/reference/game-record.md) or JSON Lines. */
  replay(record: string): Promise<RecordReplay>;
  close(): void;
}
