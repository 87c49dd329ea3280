// The types of the wire format (docs/reference/wire.md).

export type BoardName = "square8" | "square19" | "hex8" | "hexagonal";
export type Edition = "standard" | "classic";
export type Seat = 1 | 2 | 3 | 4;

/** `"3,4"` on squares, `"1,-3,2"` on hexagons. */
export type Key = string;

export interface Setup {
  board: BoardName;
  players: 2 | 3 | 4;
  edition: Edition;
  swap: boolean;
}

export interface Position {
  x: number;
  y: number;
  z?: number;
}

export type Phase =
  | "ring_placement"
  | "movement"
  | "capture"
  | "chain_capture"
  | "line_processing"
  | "territory_processing"
  | "forced_elimination"
  | "game_over";

export interface Stack {
  position: Position;
  /** Top first. */
  rings: Seat[];
  stackHeight: number;
  capHeight: number;
  controllingPlayer: Seat;
}

export interface Marker {
  player: Seat;
  position: Position;
  type: "regular";
}

export interface Board {
  type: BoardName;
  size: number;
  stacks: Record<Key, Stack>;
  markers: Record<Key, Marker>;
  collapsedSpaces: Record<Key, Seat>;
  eliminatedRings: Record<string, number>;
}

export interface Player {
  playerNumber: Seat;
  ringsInHand: number;
  eliminatedRings: number;
  territorySpaces: number;
  lastActionTurn: number | null;
  eliminatedAtTurn: number | null;
}

export type EliminationContext = "line" | "territory" | "recovery";
export type RecoveryMode = "line" | "fallback" | "stack_strike";

export interface State {
  edition: Edition;
  board: Board;
  players: Player[];
  currentPlayer: Seat;
  currentPhase: Phase;
  turnNumber: number;
  gameStatus: "active" | "completed";
  winner: Seat | null;
  victoryReason: string | null;
  ranking: { playerNumber: Seat; rank: number }[] | null;
  totalRingsInPlay: number;
  totalRingsEliminated: number;
  victoryThreshold: number;
  territoryVictoryThreshold: number;
  swap: { enabled: boolean; used: boolean };
  turn: {
    mustMoveFrom: Key | null;
    captureFrom: Key | null;
    pendingElimination: EliminationContext | null;
    recoveryMode: RecoveryMode | null;
    acted: boolean;
    hadRealAction: boolean;
    tookRealAction: boolean;
  };
  lps: {
    roundHadAction: Seat[];
    roundTookAction: Seat[];
    roundPartial: boolean;
    exclusivePlayer: Seat | null;
    exclusiveRounds: number;
  };
  moveHistory: Move[];
}

/** A well-formed state that the rules have not checked. What is null is derived from the rest. */
export type UncheckedState = Omit<State, "turn"> & {
  turn: Omit<State["turn"], "hadRealAction"> & { hadRealAction: boolean | null };
};

export type BareMoveType =
  | "skip_placement"
  | "no_placement_action"
  | "swap_sides"
  | "skip_capture"
  | "skip_recovery"
  | "no_movement_action"
  | "no_line_action"
  | "skip_territory_processing"
  | "no_territory_action";

export type Move =
  | { type: "place_ring"; player: Seat; to: Position; placementCount: number }
  | { type: "move_stack"; player: Seat; from: Position; to: Position }
  | {
      type: "overtaking_capture" | "continue_capture_segment";
      player: Seat;
      from: Position;
      captureTarget: Position;
      to: Position;
    }
  | {
      type: "recovery_slide";
      player: Seat;
      from: Position;
      to: Position;
      recoveryMode: RecoveryMode;
      extractionStack?: Position;
      line?: Position[];
      recoveryOption?: 1 | 2;
      collapse?: Position[];
    }
  | { type: "process_line"; player: Seat; line: Position[] }
  | {
      type: "choose_line_reward";
      player: Seat;
      line: Position[];
      option: 1 | 2;
      collapse: Position[];
    }
  | {
      type: "process_territory_region";
      player: Seat;
      region: Position[];
      borderPlayer: Seat | null;
    }
  | {
      type: "eliminate_rings_from_stack";
      player: Seat;
      to: Position;
      eliminationContext: EliminationContext;
    }
  | { type: "forced_elimination"; player: Seat; to: Position }
  | { type: BareMoveType; player: Seat };

/** Why something was refused. The code is stable; the message says what to do instead. */
export interface Refusal {
  code: string;
  /** Null where no rule of the game is broken. */
  rule: string | null;
  message: string;
  path?: string;
}

export class RefusedError extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.message);
    this.name = "RefusedError";
  }
}
