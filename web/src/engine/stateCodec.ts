// States as the kernel's fields (native/include/ringrift/state_codec.hpp).

import { BOARD_NAMES } from "../rules/boards";
import { EDITIONS, ringsPerPlayer, ringThreshold, territoryThreshold } from "../rules/editions";
import { ELIMINATION_CONTEXTS, PHASES, RECOVERY_MODES, VICTORY_REASONS } from "../rules/enums";
import { type Grid, gridOf } from "../rules/grid";
import { capHeight } from "../rules/state";
import type {
  Board,
  BoardName,
  Edition,
  Key,
  Marker,
  Seat,
  Stack,
  State,
  UncheckedState,
} from "../rules/wire";
import { FIELD } from "./stateFields";

const COLLAPSED = 4; // added to the seat
const STACK = 9;
const NO_CELL = -1;
const UNKNOWN = -1;

/** The kernel's number of a board. */
export function boardIndex(board: BoardName): number {
  return BOARD_NAMES.indexOf(board);
}

export function fieldCount(grid: Grid): number {
  return FIELD.cells + grid.size;
}

/** The kernel's fields of a well-formed state. */
export function encodeState(state: UncheckedState): bigint[] {
  const grid = gridOf(state.board.type);
  const { turn, lps, players } = state;
  const fields = new Array<number>(FIELD.cells).fill(0);
  const cell = (key: Key | null): number =>
    key === null ? NO_CELL : (grid.byKey.get(key) ?? grid.size);
  const bits = (seats: readonly Seat[]): number =>
    seats.reduce<number>((sum, seat) => sum | (1 << (seat - 1)), 0);
  // 0 stands for null.
  const choice = <Choice>(choices: readonly Choice[], chosen: Choice | null): number =>
    chosen === null ? 0 : 1 + choices.indexOf(chosen);
  fields[FIELD.board] = boardIndex(grid.name);
  fields[FIELD.edition] = EDITIONS.indexOf(state.edition);
  fields[FIELD.seats] = players.length;
  fields[FIELD.player] = state.currentPlayer - 1;
  fields[FIELD.phase] = PHASES.indexOf(state.currentPhase);
  fields[FIELD.turnNumber] = state.turnNumber;
  fields[FIELD.mustMoveFrom] = cell(turn.mustMoveFrom);
  fields[FIELD.captureFrom] = cell(turn.captureFrom);
  fields[FIELD.pending] = choice(ELIMINATION_CONTEXTS, turn.pendingElimination);
  fields[FIELD.recovery] = choice(RECOVERY_MODES, turn.recoveryMode);
  fields[FIELD.acted] = Number(turn.acted);
  fields[FIELD.hadRealAction] = turn.hadRealAction === null ? UNKNOWN : Number(turn.hadRealAction);
  fields[FIELD.tookRealAction] = Number(turn.tookRealAction);
  fields[FIELD.roundHadAction] = bits(lps.roundHadAction);
  fields[FIELD.roundTookAction] = bits(lps.roundTookAction);
  fields[FIELD.roundPartial] = Number(lps.roundPartial);
  fields[FIELD.exclusiveSeat] = lps.exclusivePlayer ?? 0;
  fields[FIELD.exclusiveRounds] = lps.exclusiveRounds;
  fields[FIELD.swapEnabled] = Number(state.swap.enabled);
  fields[FIELD.swapUsed] = Number(state.swap.used);
  fields[FIELD.winner] = state.winner ?? 0;
  fields[FIELD.reason] = choice(VICTORY_REASONS, state.victoryReason);
  players.forEach((player, seat) => {
    fields[FIELD.hand + seat] = player.ringsInHand;
    fields[FIELD.eliminated + seat] = player.eliminatedRings;
    fields[FIELD.lastActionTurn + seat] = player.lastActionTurn ?? 0;
    fields[FIELD.eliminatedAtTurn + seat] = player.eliminatedAtTurn ?? 0;
  });
  for (const { playerNumber, rank } of state.ranking ?? [])
    fields[FIELD.rank + playerNumber - 1] = rank;
  return [...fields.map(BigInt), ...encodeCells(state.board, grid)];
}

/** One number per cell. */
function encodeCells(board: Board, grid: Grid): bigint[] {
  const found = new Array<bigint>(grid.size).fill(0n);
  const put = (key: Key, code: bigint): void => {
    const cell = grid.byKey.get(key);
    if (cell !== undefined) found[cell] = code;
  };
  for (const [key, { player }] of Object.entries(board.markers)) put(key, BigInt(player));
  for (const [key, seat] of Object.entries(board.collapsedSpaces))
    put(key, BigInt(seat + COLLAPSED));
  for (const [key, { rings }] of Object.entries(board.stacks)) put(key, encodeStack(rings));
  return found;
}

/** Two bits per ring, the top ring lowest: more than a number holds exactly. */
function encodeStack(rings: readonly Seat[]): bigint {
  const packed = rings.reduceRight((code, ring) => (code << 2n) | BigInt(ring - 1), 0n);
  return BigInt(STACK + 16 * rings.length) + (packed << 9n);
}

function decodeStack(code: bigint): Seat[] {
  const height = Number((code >> 4n) & 31n);
  return Array.from(
    { length: height },
    (_, depth) => (1 + Number((code >> BigInt(9 + 2 * depth)) & 3n)) as Seat,
  );
}

/** The state of the kernel's fields, without a history. */
export function decodeState(fields: BigInt64Array): State {
  const field = (at: number): number => Number(fields[at]);
  const flag = (at: number): boolean => field(at) === 1;
  const grid = gridOf(BOARD_NAMES[field(FIELD.board)] as BoardName);
  const edition = EDITIONS[field(FIELD.edition)] as Edition;
  const count = field(FIELD.seats);
  const seats = Array.from({ length: count }, (_, seat) => (seat + 1) as Seat);
  const bySeat = (first: number): number[] => seats.map((seat) => field(first + seat - 1));
  const flagged = (at: number): Seat[] => seats.filter((seat) => (field(at) >> (seat - 1)) & 1);
  const seatOrNull = (at: number): Seat | null => (field(at) || null) as Seat | null;
  const key = (at: number): Key | null => grid.keys[field(at)] ?? null;
  const eliminated = bySeat(FIELD.eliminated);
  const board = decodeBoard(grid, fields, eliminated);
  const owners = Object.values(board.collapsedSpaces);
  const winner = seatOrNull(FIELD.winner);
  return {
    edition,
    board,
    players: seats.map((playerNumber, at) => ({
      playerNumber,
      ringsInHand: field(FIELD.hand + at),
      eliminatedRings: field(FIELD.eliminated + at),
      territorySpaces: owners.filter((owner) => owner === playerNumber).length,
      lastActionTurn: field(FIELD.lastActionTurn + at) || null,
      eliminatedAtTurn: field(FIELD.eliminatedAtTurn + at) || null,
    })),
    currentPlayer: (field(FIELD.player) + 1) as Seat,
    currentPhase: PHASES[field(FIELD.phase)] ?? "game_over",
    turnNumber: field(FIELD.turnNumber),
    gameStatus: winner === null ? "active" : "completed",
    winner,
    victoryReason: VICTORY_REASONS[field(FIELD.reason) - 1] ?? null,
    ranking: winner === null ? null : decodeRanking(seats, bySeat(FIELD.rank)),
    totalRingsInPlay: ringsPerPlayer(edition, grid.name) * count,
    totalRingsEliminated: eliminated.reduce((sum, rings) => sum + rings, 0),
    victoryThreshold: ringThreshold(edition, grid.name, count),
    territoryVictoryThreshold: territoryThreshold(edition, grid.name, count),
    swap: { enabled: flag(FIELD.swapEnabled), used: flag(FIELD.swapUsed) },
    turn: {
      mustMoveFrom: key(FIELD.mustMoveFrom),
      captureFrom: key(FIELD.captureFrom),
      pendingElimination: ELIMINATION_CONTEXTS[field(FIELD.pending) - 1] ?? null,
      recoveryMode: RECOVERY_MODES[field(FIELD.recovery) - 1] ?? null,
      acted: flag(FIELD.acted),
      hadRealAction: flag(FIELD.hadRealAction),
      tookRealAction: flag(FIELD.tookRealAction),
    },
    lps: {
      roundHadAction: flagged(FIELD.roundHadAction),
      roundTookAction: flagged(FIELD.roundTookAction),
      roundPartial: flag(FIELD.roundPartial),
      exclusivePlayer: seatOrNull(FIELD.exclusiveSeat),
      exclusiveRounds: field(FIELD.exclusiveRounds),
    },
    moveHistory: [],
  };
}

function decodeRanking(
  seats: readonly Seat[],
  ranks: readonly number[],
): NonNullable<State["ranking"]> {
  return seats
    .map((playerNumber, at) => ({ playerNumber, rank: ranks[at] ?? 0 }))
    .sort((one, other) => one.rank - other.rank || one.playerNumber - other.playerNumber);
}

function decodeBoard(grid: Grid, fields: BigInt64Array, eliminated: readonly number[]): Board {
  const stacks: Record<Key, Stack> = {};
  const markers: Record<Key, Marker> = {};
  const collapsedSpaces: Record<Key, Seat> = {};
  grid.keys.forEach((key, cell) => {
    const code = fields[FIELD.cells + cell] ?? 0n;
    const position = grid.positions[cell];
    if (code === 0n || position === undefined) return;
    const small = Number(code);
    if (small <= COLLAPSED)
      markers[key] = { player: small as Seat, position: { ...position }, type: "regular" };
    else if (small < STACK) collapsedSpaces[key] = (small - COLLAPSED) as Seat;
    else stacks[key] = makeStack(decodeStack(code), { ...position });
  });
  return {
    type: grid.name,
    size: grid.side,
    stacks,
    markers,
    collapsedSpaces,
    eliminatedRings: Object.fromEntries(eliminated.map((rings, at) => [String(at + 1), rings])),
  };
}

function makeStack(rings: Seat[], position: Stack["position"]): Stack {
  return {
    position,
    rings,
    stackHeight: rings.length,
    capHeight: capHeight(rings),
    controllingPlayer: rings[0] ?? 1,
  };
}
