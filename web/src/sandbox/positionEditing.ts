// Edits a position. Rings move between hand, board and eliminated; their number is constant.

import { positionFromKey } from "../play/cells";
import type { Key, Seat, State } from "../rules/wire";

export type Tool = { piece: "ring" | "marker" | "territory"; seat: Seat } | { piece: "nothing" };

/** Returns the position at the start of a fresh turn of the seat. */
export function startEditing(state: State, seat: Seat = state.currentPlayer): State {
  return {
    ...state,
    currentPlayer: seat,
    currentPhase: "ring_placement",
    gameStatus: "active",
    winner: null,
    victoryReason: null,
    ranking: null,
    players: state.players.map((player) => ({ ...player, eliminatedAtTurn: null })),
    swap: { ...state.swap, used: false },
    turn: {
      mustMoveFrom: null,
      captureFrom: null,
      pendingElimination: null,
      recoveryMode: null,
      acted: false,
      hadRealAction: true,
      tookRealAction: false,
    },
    lps: {
      roundHadAction: [],
      roundTookAction: [],
      roundPartial: true,
      exclusivePlayer: null,
      exclusiveRounds: 0,
    },
    moveHistory: [],
  };
}

/** Returns null when the seat has no ring in hand. */
export function applyTool(state: State, tool: Tool, cell: Key): State | null {
  if (tool.piece === "nothing") return removeTopRing(state, cell);
  if (tool.piece === "ring") return addRing(state, tool.seat, cell);
  const bare = clearCell(state, cell);
  const { board } = bare;
  return recountTotals(
    tool.piece === "marker"
      ? {
          ...bare,
          board: {
            ...board,
            markers: {
              ...board.markers,
              [cell]: { player: tool.seat, position: positionFromKey(cell), type: "regular" },
            },
          },
        }
      : {
          ...bare,
          board: { ...board, collapsedSpaces: { ...board.collapsedSpaces, [cell]: tool.seat } },
        },
  );
}

export function clearBoard(state: State): State {
  const { board } = state;
  const occupied = [board.stacks, board.markers, board.collapsedSpaces].flatMap((things) =>
    Object.keys(things),
  );
  return recountTotals(occupied.reduce(clearCell, state));
}

/** Moves one ring between a hand and the seat's eliminated rings; null when impossible. */
export function adjustEliminatedRings(state: State, seat: Seat, by: 1 | -1): State | null {
  const own = state.players.find((player) => player.playerNumber === seat);
  const hand = by > 0 ? seatPayingRing(state, seat) : seatReceivingRing(state, seat);
  if (!own || hand === null || own.eliminatedRings + by < 0) return null;
  return recountTotals({
    ...state,
    players: state.players.map((player) => ({
      ...player,
      eliminatedRings: player.eliminatedRings + (player.playerNumber === seat ? by : 0),
      ringsInHand: player.ringsInHand - (player.playerNumber === hand ? by : 0),
    })),
  });
}

function addRing(state: State, seat: Seat, cell: Key): State | null {
  if (!state.players.some((player) => player.playerNumber === seat && player.ringsInHand > 0))
    return null;
  const below = state.board.stacks[cell]?.rings ?? [];
  const bare = below.length > 0 ? state : clearCell(state, cell);
  return recountTotals(adjustHand(setRings(bare, cell, [seat, ...below]), seat, -1));
}

function removeTopRing(state: State, cell: Key): State {
  const [top, ...below] = state.board.stacks[cell]?.rings ?? [];
  if (top === undefined) return recountTotals(clearCell(state, cell));
  return recountTotals(adjustHand(setRings(state, cell, below), top, 1));
}

function clearCell(state: State, cell: Key): State {
  const { [cell]: _marker, ...markers } = state.board.markers;
  const { [cell]: _space, ...collapsedSpaces } = state.board.collapsedSpaces;
  const rings = state.board.stacks[cell]?.rings ?? [];
  const bare = setRings(
    { ...state, board: { ...state.board, markers, collapsedSpaces } },
    cell,
    [],
  );
  return rings.reduce((next, seat) => adjustHand(next, seat, 1), bare);
}

function setRings(state: State, cell: Key, rings: Seat[]): State {
  const { [cell]: _stack, ...stacks } = state.board.stacks;
  const [top] = rings;
  if (top === undefined) return { ...state, board: { ...state.board, stacks } };
  const other = rings.findIndex((seat) => seat !== top);
  stacks[cell] = {
    position: positionFromKey(cell),
    rings,
    stackHeight: rings.length,
    capHeight: other < 0 ? rings.length : other,
    controllingPlayer: top,
  };
  return { ...state, board: { ...state.board, stacks } };
}

function adjustHand(state: State, seat: Seat, by: number): State {
  const players = state.players.map((player) =>
    player.playerNumber === seat ? { ...player, ringsInHand: player.ringsInHand + by } : player,
  );
  return { ...state, players };
}

/** Recomputes the derived totals. */
function recountTotals(state: State): State {
  const owners = Object.values(state.board.collapsedSpaces);
  const players = state.players.map((player) => ({
    ...player,
    territorySpaces: owners.filter((owner) => owner === player.playerNumber).length,
  }));
  const eliminatedRings = Object.fromEntries(
    players.map((p) => [String(p.playerNumber), p.eliminatedRings]),
  );
  const totalRingsEliminated = players.reduce((sum, player) => sum + player.eliminatedRings, 0);
  return { ...state, players, totalRingsEliminated, board: { ...state.board, eliminatedRings } };
}

/** Returns the seat whose hand pays an eliminated ring: the seat itself, else the fullest hand. */
function seatPayingRing(state: State, seat: Seat): Seat | null {
  const own = state.players.find((player) => player.playerNumber === seat);
  if (own && own.ringsInHand > 0) return seat;
  const [most] = [...state.players].sort((a, b) => b.ringsInHand - a.ringsInHand);
  return most && most.ringsInHand > 0 ? most.playerNumber : null;
}

/** Returns the seat that gets a ring back: the seat itself, else the one that lacks most. */
function seatReceivingRing(state: State, seat: Seat): Seat | null {
  const each = state.totalRingsInPlay / state.players.length;
  const onBoard = Object.values(state.board.stacks).flatMap((stack) => stack.rings);
  const lacks = (player: State["players"][number]) =>
    each - player.ringsInHand - onBoard.filter((ring) => ring === player.playerNumber).length;
  const own = state.players.find((player) => player.playerNumber === seat);
  if (own && lacks(own) > 0) return seat;
  const [most] = [...state.players].sort((a, b) => lacks(b) - lacks(a));
  return most && lacks(most) > 0 ? most.playerNumber : null;
}
