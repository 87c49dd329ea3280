// States to and from the plain numbers that the kernel takes (native/include/ringrift/state_codec.hpp).

import { BOARD_NAMES } from "../rules/boards";
import { EDITIONS, ringsPerPlayer, ringThreshold, territoryThreshold } from "../rules/editions";
import { ELIMINATION_CONTEXTS, PHASES, RECOVERY_MODES, VICTORY_REASONS } from "../rules/enums";
import { type Grid, gridOf } from "../rules/grid";
import { capHeight } from "../rules/stack";
import type {
  Board,
  BoardName,
  Edition,
  Key,
  Marker,
  Player,
  Seat,
  Stack,
  State,
} from "../rules/wire";

const SEATS = 4;
const FIRST_OF_SEATS = 22; // single fields stand before it, then five of each seat
const FIRST_CELL = FIRST_OF_SEATS + 5 * SEATS;
const COLLAPSED = 4; // added to the seat
const STACK = 9;

/** The kernel's number of a board. */
export function boardIndex(board: BoardName): number {
  return BOARD_NAMES.indexOf(board);
}

export function fieldCount(grid: Grid): number {
  return FIRST_CELL + grid.size;
}

/** The numbers of a state that has the shape of one. */
export function encodeState(state: State): bigint[] {
  const grid = gridOf(state.board.type);
  const { turn, lps, players } = state;
  const at = (key: Key | null): number => (key === null ? -1 : (grid.byKey.get(key) ?? grid.size));
  const bits = (seats: readonly Seat[]): number =>
    seats.reduce<number>((sum, seat) => sum | (1 << (seat - 1)), 0);
  const ranks = new Map(state.ranking?.map(({ playerNumber, rank }) => [playerNumber, rank]));
  const bySeat = (value: (player: Player) => number): number[] =>
    Array.from({ length: SEATS }, (_, seat) => (players[seat] ? value(players[seat]) : 0));
  const numbers = [
    boardIndex(grid.name),
    EDITIONS.indexOf(state.edition),
    players.length,
    state.currentPlayer - 1,
    PHASES.indexOf(state.currentPhase),
    state.turnNumber,
    at(turn.mustMoveFrom),
    at(turn.captureFrom),
    turn.pendingElimination === null
      ? 0
      : 1 + ELIMINATION_CONTEXTS.indexOf(turn.pendingElimination),
    turn.recoveryMode === null ? 0 : 1 + RECOVERY_MODES.indexOf(turn.recoveryMode),
    Number(turn.acted),
    Number(turn.hadRealAction),
    Number(turn.tookRealAction),
    bits(lps.roundHadAction),
    bits(lps.roundTookAction),
    Number(lps.roundPartial),
    lps.exclusivePlayer ?? 0,
    lps.exclusiveRounds,
    Number(state.swap.enabled),
    Number(state.swap.used),
    state.winner ?? 0,
    state.victoryReason === null ? 0 : 1 + VICTORY_REASONS.indexOf(state.victoryReason),
    ...bySeat((player) => player.ringsInHand),
    ...bySeat((player) => player.eliminatedRings),
    ...bySeat((player) => player.lastActionTurn ?? 0),
    ...bySeat((player) => player.eliminatedAtTurn ?? 0),
    ...bySeat((player) => ranks.get(player.playerNumber) ?? 0),
  ];
  return [...numbers.map(BigInt), ...encodeCells(state.board, grid)];
}

/** One number a cell. */
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

/** Two bits a ring, the top lowest: more than a plain number holds exactly. */
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

/** The state of the kernel's numbers, without a history. */
export function decodeState(fields: BigInt64Array): State {
  const field = (at: number): number => Number(fields[at]);
  const grid = gridOf(BOARD_NAMES[field(0)] ?? "square8");
  const edition = EDITIONS[field(1)] as Edition;
  const count = field(2);
  const seats = Array.from({ length: count }, (_, seat) => (seat + 1) as Seat);
  const row = (number: number): number[] =>
    seats.map((seat) => field(FIRST_OF_SEATS + SEATS * number + seat - 1));
  const [hands, eliminated, acted, gone, ranks] = [row(0), row(1), row(2), row(3), row(4)];
  const flagged = (at: number): Seat[] => seats.filter((seat) => (field(at) >> (seat - 1)) & 1);
  const key = (at: number): Key | null => grid.keys[field(at)] ?? null;
  const board = decodeBoard(grid, fields, eliminated);
  const territory = seats.map(
    (seat) => Object.values(board.collapsedSpaces).filter((own) => own === seat).length,
  );
  const winner = field(20) === 0 ? null : (field(20) as Seat);
  return {
    edition,
    board,
    players: seats.map((playerNumber, at) => ({
      playerNumber,
      ringsInHand: hands[at] ?? 0,
      eliminatedRings: eliminated[at] ?? 0,
      territorySpaces: territory[at] ?? 0,
      lastActionTurn: acted[at] || null,
      eliminatedAtTurn: gone[at] || null,
    })),
    currentPlayer: (field(3) + 1) as Seat,
    currentPhase: PHASES[field(4)] ?? "game_over",
    turnNumber: field(5),
    gameStatus: winner === null ? "active" : "completed",
    winner,
    victoryReason: VICTORY_REASONS[field(21) - 1] ?? null,
    ranking: winner === null ? null : decodeRanking(seats, ranks),
    totalRingsInPlay: ringsPerPlayer(edition, grid.name) * count,
    totalRingsEliminated: eliminated.reduce((sum, rings) => sum + rings, 0),
    victoryThreshold: ringThreshold(edition, grid.name, count),
    territoryVictoryThreshold: territoryThreshold(edition, grid.name, count),
    swap: { enabled: field(18) === 1, used: field(19) === 1 },
    turn: {
      mustMoveFrom: key(6),
      captureFrom: key(7),
      pendingElimination: ELIMINATION_CONTEXTS[field(8) - 1] ?? null,
      recoveryMode: RECOVERY_MODES[field(9) - 1] ?? null,
      acted: field(10) === 1,
      hadRealAction: field(11) === 1,
      tookRealAction: field(12) === 1,
    },
    lps: {
      roundHadAction: flagged(13),
      roundTookAction: flagged(14),
      roundPartial: field(15) === 1,
      exclusivePlayer: field(16) === 0 ? null : (field(16) as Seat),
      exclusiveRounds: field(17),
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
    const code = fields[FIRST_CELL + cell] ?? 0n;
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
