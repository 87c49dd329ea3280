// Reads a state: strict on meaning, lenient on extra fields (wire.md "Validation"). Mirrors
// wire_import.py of the reference engine.
//
// Checks the shape alone: the engine checks that the state is consistent and derives the rest. The
// history is dropped.

import { BOARD_NAMES } from "./boards";
import {
  DEFAULT_EDITION,
  EDITIONS,
  ringsPerPlayer,
  ringThreshold,
  territoryThreshold,
} from "./editions";
import { ELIMINATION_CONTEXTS, PHASES, RECOVERY_MODES, VICTORY_REASONS } from "./enums";
import { type Grid, gridOf } from "./grid";
import { readBoard, readKey } from "./importBoard";
import { JsonField } from "./jsonFields";
import type { BoardName, Player, Seat, State, UncheckedState } from "./wire";

const PHASES_BEFORE_ACTION: readonly State["currentPhase"][] = [
  "ring_placement",
  "movement",
  "forced_elimination",
];
const EXCLUSIVE_ROUNDS_TO_WIN = 2;

export function importState(value: unknown): UncheckedState {
  const source = new JsonField(value);
  const position = readPosition(source);
  const grid = gridOf(position.board.type);
  const turn = readTurn(source, position, grid);
  const lps = readRounds(source, position.players.length);
  const state = { ...position, turn, lps, ...readOutcome(source, position) };
  checkDerived(source, state);
  return state;
}

/** Everything but the turn, the rounds and the outcome. */
function readPosition(source: JsonField): Omit<State, "turn" | "lps"> {
  const named = source.optional("edition", "R020");
  const board = source.required("board", "R001");
  const name: BoardName = board.required("type", "R001").choice(BOARD_NAMES, "R001");
  const read = readSeats(source.required("players", "R020"));
  const seats = read.length;
  const swap = source.optional("swap", "R180");
  const [enabled, used] = [swap?.optional("enabled", "R180"), swap?.optional("used", "R180")];
  const edition = named?.choice(EDITIONS, "R020") ?? DEFAULT_EDITION;
  const contents = readBoard(board, gridOf(name), seats);
  const owners = Object.values(contents.collapsedSpaces);
  const players = read.map((player) => ({
    ...player,
    territorySpaces: owners.filter((owner) => owner === player.playerNumber).length,
  }));
  return {
    edition,
    board: {
      ...contents,
      eliminatedRings: Object.fromEntries(
        players.map((player) => [player.playerNumber, player.eliminatedRings]),
      ),
    },
    players,
    currentPlayer: source.required("currentPlayer", "R070").integer("R070", 1, seats) as Seat,
    currentPhase: source.required("currentPhase", "R070").choice(PHASES, "R070"),
    turnNumber: source.required("turnNumber", "R070").integer("R070", 1),
    gameStatus: "active",
    winner: null,
    victoryReason: null,
    ranking: null,
    totalRingsInPlay: ringsPerPlayer(edition, name) * seats,
    totalRingsEliminated: players.reduce((sum, player) => sum + player.eliminatedRings, 0),
    victoryThreshold: ringThreshold(edition, name, seats),
    territoryVictoryThreshold: territoryThreshold(edition, name, seats),
    swap: {
      enabled: enabled?.boolean("R180") ?? seats === 2,
      used: used?.boolean("R180") ?? false,
    },
    moveHistory: [],
  };
}

function readSeats(players: JsonField): Player[] {
  const listed = players.elements("R020");
  if (listed.length < 2 || listed.length > 4)
    players.refuse("MALFORMED.players", { count: listed.length });
  return listed.map((player, at) => {
    player.required("playerNumber", "R020").requireEqual(at + 1, "R020");
    return {
      playerNumber: (at + 1) as Seat,
      ringsInHand: player.required("ringsInHand", "R020").integer("R020"),
      eliminatedRings: player.required("eliminatedRings", "R060").integer("R060"),
      territorySpaces: 0,
      lastActionTurn: player.optional("lastActionTurn", "R170")?.integerOrNull("R170", 1) ?? null,
      eliminatedAtTurn:
        player.optional("eliminatedAtTurn", "R170")?.integerOrNull("R170", 1) ?? null,
    };
  });
}

/** The turn so far; missing fields follow from the phase. */
function readTurn(
  source: JsonField,
  state: Omit<State, "turn" | "lps">,
  grid: Grid,
): UncheckedState["turn"] {
  const turn = source.optional("turn", "R070") ?? new JsonField({}, "turn");
  turn.object("R070");
  const flag = (name: string, rule = "R072"): boolean | undefined =>
    turn.optional(name, rule)?.boolean(rule);
  const mustMoveFrom = readKey(turn.optional("mustMoveFrom", "R081"), grid);
  const captureFrom = readKey(turn.optional("captureFrom", "R103"), grid);
  const pendingElimination =
    turn.optional("pendingElimination", "R122")?.choiceOrNull(ELIMINATION_CONTEXTS, "R122") ?? null;
  const recoveryMode =
    turn.optional("recoveryMode", "R110")?.choiceOrNull(RECOVERY_MODES, "R110") ?? null;
  const acted =
    flag("acted") ?? (!PHASES_BEFORE_ACTION.includes(state.currentPhase) || mustMoveFrom !== null);
  const tookRealAction = flag("tookRealAction") ?? (acted && recoveryMode === null);
  const hadRealAction = flag("hadRealAction", "R172") ?? null;
  return {
    mustMoveFrom,
    captureFrom,
    pendingElimination,
    recoveryMode,
    acted,
    hadRealAction,
    tookRealAction,
  };
}

/** The rounds for last player standing [R172]; an unknown round is partial. */
function readRounds(source: JsonField, seats: number): State["lps"] {
  const lps = source.optional("lps", "R172") ?? new JsonField({}, "lps");
  const round = (name: string): Seat[] => readRound(lps.optional(name, "R172"), seats);
  return {
    roundHadAction: round("roundHadAction"),
    roundTookAction: round("roundTookAction"),
    roundPartial: lps.optional("roundPartial", "R172")?.boolean("R172") ?? true,
    exclusivePlayer: (lps.optional("exclusivePlayer", "R172")?.integerOrNull("R172", 1, seats) ??
      null) as Seat | null,
    exclusiveRounds:
      lps.optional("exclusiveRounds", "R172")?.integer("R172", 0, EXCLUSIVE_ROUNDS_TO_WIN) ?? 0,
  };
}

function readRound(found: JsonField | null, seats: number): Seat[] {
  if (found === null) return [];
  const listed = found
    .elements("R172", seats)
    .map((seat) => seat.integer("R172", 1, seats) as Seat);
  if (listed.some((seat, at) => at > 0 && seat <= (listed[at - 1] ?? 0)))
    found.refuse("MALFORMED.seat_order", {});
  return listed;
}

type Outcome = Pick<State, "gameStatus" | "winner" | "victoryReason" | "ranking">;

/** Winner, reason and ranking: only of a finished game. */
function readOutcome(source: JsonField, state: Omit<State, "turn" | "lps">): Outcome {
  const over = state.currentPhase === "game_over";
  const gameStatus = over ? "completed" : "active";
  const status = source.optional("gameStatus", "R170");
  if (status && status.choice(["active", "completed"], "R170") !== gameStatus) {
    status.refuse("CONTRADICTION.status", { phase: state.currentPhase, status: gameStatus });
  }
  if (!over) {
    for (const name of ["winner", "victoryReason", "ranking"]) {
      const found = source.optional(name, "R170");
      if (found && !found.isNull) found.refuse("CONTRADICTION.still_running", {});
    }
    return { gameStatus, winner: null, victoryReason: null, ranking: null };
  }
  const seats = state.players.length;
  const winner = source.required("winner", "R170").integer("R170", 1, seats) as Seat;
  const victoryReason = source.required("victoryReason", "R170").choice(VICTORY_REASONS, "R170");
  const claimed = source.optional("ranking", "R170");
  const ranking = claimed && !claimed.isNull ? readRanking(claimed, seats) : null;
  return { gameStatus, winner, victoryReason, ranking };
}

function readRanking(ranking: JsonField, seats: number): NonNullable<State["ranking"]> {
  return ranking.elements("R170", seats).map((placing) => ({
    playerNumber: placing.required("playerNumber", "R170").integer("R170", 1, seats) as Seat,
    rank: placing.required("rank", "R170").integer("R170", 1, seats),
  }));
}

/** Totals and thresholds may be missing; if present they must be right. */
function checkDerived(source: JsonField, state: UncheckedState): void {
  const credited = source.required("board", "R001").optional("eliminatedRings", "R060");
  source
    .required("players", "R020")
    .elements("R020")
    .forEach((player, at) => {
      const seat = state.players[at] as Player;
      player.optional("territorySpaces", "R041")?.requireEqual(seat.territorySpaces, "R041");
      credited?.optional(String(at + 1), "R060")?.requireEqual(seat.eliminatedRings, "R060");
    });
  source.optional("totalRingsInPlay", "R020")?.requireEqual(state.totalRingsInPlay, "R020");
  source.optional("totalRingsEliminated", "R060")?.requireEqual(state.totalRingsEliminated, "R060");
  source.optional("victoryThreshold", "R061")?.requireEqual(state.victoryThreshold, "R061");
  source
    .optional("territoryVictoryThreshold", "R062")
    ?.requireEqual(state.territoryVictoryThreshold, "R062");
}
