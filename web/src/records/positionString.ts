// Position strings: a state without its history in one line, like FEN
// (docs/reference/position-string.md).

import { messages } from "../messages";
import { BOARD_NAMES } from "../rules/boards";
import { EDITIONS } from "../rules/editions";
import { PHASES } from "../rules/enums";
import { type Cell, type Grid, gridOf } from "../rules/grid";
import { importState } from "../rules/importState";
import { describeValue } from "../rules/jsonFields";
import { refuse as refuseInput } from "../rules/messages";
import type { Key, Seat, State } from "../rules/wire";

const FIELDS = [
  "board",
  "edition",
  "cells",
  "seat",
  "phase",
  "turnNumber",
  "turn",
  "hands",
  "eliminated",
  "lastAction",
  "out",
  "rounds",
  "swap",
  "result",
] as const;
type FieldName = (typeof FIELDS)[number];
const MAX_LENGTH = 10_000; // no state needs half as many
const SEAT_LETTERS = "abcd"; // in cells; capitals are collapsed cells
const CELL = "[a-y][1-9][0-9]?";
const NUMBER = /^(?:0|[1-9][0-9]{0,15})$/;
const PIECE = /([1-9][0-9]{0,2})|\(([a-d]+)\)|([a-d])|([A-D])/y;
const TURN = new RegExp(
  `^(?:-|(?=[aht])(a?)(h?)(t?))(?:,@(${CELL}))?(?:,x(${CELL}))?` +
    "(?:,\\^(line|territory|recovery))?(?:,~(line|fallback|stack_strike))?$",
);
const ROUNDS = /^(-|[1-4]{1,4})\/(-|[1-4]{1,4})\/([-p])\/(?:-|([1-4])x([12]))$/;
const RESULT = /^([1-4]):([a-z_]{1,24})$/;
const SWAPS: Record<string, State["swap"]> = {
  off: { enabled: false, used: false },
  on: { enabled: true, used: false },
  used: { enabled: true, used: true },
};

export function formatPosition(state: State): string {
  const grid = gridOf(state.board.type);
  const listed = (value: (player: State["players"][number]) => number | null): string =>
    state.players.map((player) => value(player) ?? "-").join(",");
  const { enabled, used } = state.swap;
  return [
    grid.name,
    state.edition,
    writeCells(state, grid),
    state.currentPlayer,
    state.currentPhase,
    state.turnNumber,
    writeTurn(state.turn, grid),
    listed((player) => player.ringsInHand),
    listed((player) => player.eliminatedRings),
    listed((player) => player.lastActionTurn),
    listed((player) => player.eliminatedAtTurn),
    writeRounds(state.lps),
    enabled ? (used ? "used" : "on") : "off",
    state.winner === null ? "*" : `${state.winner}:${state.victoryReason}`,
  ].join(" ");
}

function writeCells({ board }: State, grid: Grid): string {
  const letter = (seat: Seat): string => SEAT_LETTERS[seat - 1] ?? "";
  const piece = (key: Key): string => {
    const [stack, marker, owner] = [
      board.stacks[key],
      board.markers[key],
      board.collapsedSpaces[key],
    ];
    if (stack) return `(${stack.rings.map(letter).join("")})`;
    if (marker) return letter(marker.player);
    return owner ? letter(owner).toUpperCase() : "";
  };
  const row = (cells: readonly Cell[]): string => {
    let [text, empty] = ["", 0];
    for (const found of cells.map((cell) => piece(grid.keys[cell] ?? ""))) {
      if (found === "") empty++;
      else [text, empty] = [`${text}${empty || ""}${found}`, 0];
    }
    return `${text}${empty || ""}`;
  };
  return grid.rows.map(row).join("/");
}

function writeTurn(turn: State["turn"], grid: Grid): string {
  const name = (key: Key): string => grid.names[grid.byKey.get(key) ?? -1] ?? "";
  const { acted, hadRealAction, tookRealAction } = turn;
  const flags = [acted && "a", hadRealAction && "h", tookRealAction && "t"]
    .filter(Boolean)
    .join("");
  return [
    flags || "-",
    turn.mustMoveFrom === null ? "" : `,@${name(turn.mustMoveFrom)}`,
    turn.captureFrom === null ? "" : `,x${name(turn.captureFrom)}`,
    turn.pendingElimination === null ? "" : `,^${turn.pendingElimination}`,
    turn.recoveryMode === null ? "" : `,~${turn.recoveryMode}`,
  ].join("");
}

function writeRounds(lps: State["lps"]): string {
  const exclusive =
    lps.exclusivePlayer === null ? "-" : `${lps.exclusivePlayer}x${lps.exclusiveRounds}`;
  const [had, took] = [lps.roundHadAction, lps.roundTookAction].map(
    (seats) => seats.join("") || "-",
  );
  return `${had}/${took}/${lps.roundPartial ? "p" : "-"}/${exclusive}`;
}

/** The well-formed state of a position string. It gives every field but the ranking. */
export function parsePosition(text: string): State {
  const part = splitFields(text);
  const grid = gridOf(parseChoice(part, "board", BOARD_NAMES));
  const state = importState({
    edition: parseChoice(part, "edition", EDITIONS),
    board: readCells(part.cells, grid),
    players: readPlayers(part),
    currentPlayer: parseNumber(part.seat, "seat"),
    currentPhase: parseChoice(part, "phase", PHASES),
    turnNumber: parseNumber(part.turnNumber, "turnNumber"),
    swap: SWAPS[parseChoice(part, "swap", Object.keys(SWAPS))],
    turn: readTurn(part.turn, grid),
    lps: readRounds(part.rounds),
    ...readResult(part.result),
  });
  return state as State;
}

function splitFields(text: string): Record<FieldName, string> {
  if (text.length > MAX_LENGTH)
    refuse("", text, messages.engine.position.length({ max: MAX_LENGTH }));
  const parts = text.split(" ");
  if (parts.length !== FIELDS.length)
    refuse(
      "",
      text,
      messages.engine.position.fields({ count: FIELDS.length, names: FIELDS.join(" ") }),
    );
  return Object.fromEntries(FIELDS.map((name, at) => [name, parts[at] ?? ""])) as Record<
    FieldName,
    string
  >;
}

function parseChoice<Choice extends string>(
  part: Record<FieldName, string>,
  field: FieldName,
  choices: readonly Choice[],
): Choice {
  return (
    choices.find((one) => one === part[field]) ?? refuse(field, part[field], choices.join(" or "))
  );
}

function parseNumber(text: string, field: FieldName): number {
  return NUMBER.test(text) ? Number(text) : refuse(field, text, messages.engine.position.number);
}

function readCells(text: string, grid: Grid): unknown {
  const texts = text.split("/");
  if (texts.length !== grid.rows.length)
    refuse("cells", text, messages.engine.position.rows({ count: grid.rows.length }));
  const stacks: Record<Key, unknown> = {};
  const markers: Record<Key, unknown> = {};
  const collapsedSpaces: Record<Key, unknown> = {};
  grid.rows.forEach((row, at) => {
    for (const [cell, found] of readRow(texts[at] ?? "", row, `cells[${at + 1}]`)) {
      const key = grid.keys[cell] ?? "";
      const [, , rings, marker, collapsed] = found;
      const seat = (letter: string): number => SEAT_LETTERS.indexOf(letter.toLowerCase()) + 1;
      if (rings) stacks[key] = { rings: [...rings].map(seat) };
      else if (marker) markers[key] = { player: seat(marker) };
      else if (collapsed) collapsedSpaces[key] = seat(collapsed);
    }
  });
  return { type: grid.name, stacks, markers, collapsedSpaces };
}

/** The pieces on the cells of a row. */
function readRow(text: string, row: readonly Cell[], path: string): [Cell, RegExpExecArray][] {
  const pieces: [Cell, RegExpExecArray][] = [];
  let at = 0;
  PIECE.lastIndex = 0;
  while (PIECE.lastIndex < text.length) {
    const found = PIECE.exec(text) ?? refuse(path, text, messages.engine.position.pieces);
    const cell = row[at];
    if (found[1] === undefined && cell !== undefined) pieces.push([cell, found]);
    at += Number(found[1] ?? 1);
  }
  return at === row.length
    ? pieces
    : refuse(path, text, messages.engine.position.cellsInRow({ count: row.length }));
}

function readPlayers(part: Record<FieldName, string>): unknown[] {
  const hands = part.hands.split(",");
  const listed = (field: FieldName): string[] => {
    const values = part[field].split(",");
    return values.length === hands.length
      ? values
      : refuse(field, part[field], messages.engine.position.valuePerSeat({ count: hands.length }));
  };
  const turnOrNull = (text: string, field: FieldName): number | null =>
    text === "-" ? null : parseNumber(text, field);
  const handCounts = hands.map((hand) => parseNumber(hand, "hands"));
  const eliminated = listed("eliminated").map((rings) => parseNumber(rings, "eliminated"));
  const lastActions = listed("lastAction").map((turn) => turnOrNull(turn, "lastAction"));
  const eliminatedAt = listed("out").map((turn) => turnOrNull(turn, "out"));
  return hands.map((_, at) => ({
    playerNumber: at + 1,
    ringsInHand: handCounts[at],
    eliminatedRings: eliminated[at],
    lastActionTurn: lastActions[at],
    eliminatedAtTurn: eliminatedAt[at],
  }));
}

function readTurn(text: string, grid: Grid): unknown {
  const found = TURN.exec(text) ?? refuse("turn", text, messages.engine.position.turn);
  const key = (name: string | undefined): Key | null => {
    if (name === undefined) return null;
    const cell =
      grid.byName.get(name) ??
      refuse("turn", name, messages.engine.position.cell({ board: grid.name }));
    return grid.keys[cell] ?? null;
  };
  return {
    acted: Boolean(found[1]),
    hadRealAction: Boolean(found[2]),
    tookRealAction: Boolean(found[3]),
    mustMoveFrom: key(found[4]),
    captureFrom: key(found[5]),
    pendingElimination: found[6] ?? null,
    recoveryMode: found[7] ?? null,
  };
}

function readRounds(text: string): unknown {
  const found = ROUNDS.exec(text) ?? refuse("rounds", text, messages.engine.position.rounds);
  const seats = (listed: string | undefined): number[] =>
    [...(listed ?? "-").replace("-", "")].map(Number);
  return {
    roundHadAction: seats(found[1]),
    roundTookAction: seats(found[2]),
    roundPartial: found[3] === "p",
    exclusivePlayer: found[4] ? Number(found[4]) : null,
    exclusiveRounds: Number(found[5] ?? 0),
  };
}

function readResult(text: string): object {
  if (text === "*") return {};
  const found = RESULT.exec(text) ?? refuse("result", text, messages.engine.position.result);
  return { winner: Number(found[1]), victoryReason: found[2] };
}

function refuse(path: string, found: string, wanted: string): never {
  return refuseInput(
    "MALFORMED.position_string",
    { expected: wanted, found: describeValue(found) },
    { path },
  );
}
