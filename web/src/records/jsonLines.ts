// Reads game records in JSON Lines (docs/reference/records-store.md): one game per line.

import problems from "messages:records";
import { BOARD_NAMES } from "../rules/boards";
import { EDITIONS } from "../rules/editions";
import { VICTORY_REASONS } from "../rules/enums";
import { importMove } from "../rules/importMove";
import { importState } from "../rules/importState";
import { describeValue, JsonField } from "../rules/jsonFields";
import { RefusedError, type Seat } from "../rules/wire";
import { MAX_MARKS, type Mark, parseMark } from "./marks";
import { MAX_NESTING } from "./readText";
import {
  type Claims,
  type Entry,
  exchangeNames,
  type Heading,
  type ParsedRecord,
  RecordError,
} from "./record";

const NO_RULE = undefined; // a malformed record breaks no rule of the game
const MAX_MOVES = 1_000_000;

/** The record on the first line. */
export function readRecordJson(text: string): ParsedRecord {
  const [line = ""] = text.trim().split("\n");
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    throw new RecordError(
      "MALFORMED",
      problems.json({ problem: String((error as Error).message) }),
      {
        line: 1,
      },
    );
  }
  try {
    return readRecord(new JsonField(value));
  } catch (error) {
    if (!(error instanceof RefusedError) || error instanceof RecordError) throw error;
    const { code, message, path, rule } = error.refusal;
    throw new RecordError(code, path ? `${path}: ${message}` : message, { line: 1 }, rule);
  }
}

function readRecord(row: JsonField): ParsedRecord {
  row.required("format", NO_RULE).choice(["ringrift-record"], NO_RULE);
  row.required("version", NO_RULE).integer(NO_RULE, 1, 1);
  const heading = readHeading(row);
  const moves = row.required("moves", NO_RULE).elements(NO_RULE, MAX_MOVES);
  const comment = row.optional("comment", NO_RULE);
  return {
    heading,
    comment: comment === null || comment.isNull ? "" : requireText(comment),
    marks: readMarks(row),
    entries: moves.map((move, at) => readEntry(move, at + 1)),
    claims: readClaims(row, heading.setup.players),
  };
}

function readHeading(row: JsonField): Heading {
  const players = row.required("players", "R002").integer("R002", 2, 4) as 2 | 3 | 4;
  const initial = row.optional("initial", NO_RULE);
  const names = (row.optional("names", NO_RULE)?.elements(NO_RULE, players) ?? []).map(requireText);
  const tags = row.optional("tags", NO_RULE)?.members(NO_RULE) ?? [];
  return {
    setup: {
      board: row.required("board", "R001").choice(BOARD_NAMES, "R001"),
      players,
      edition: row.required("edition", "R020").choice(EDITIONS, "R020"),
      swap: row.required("swap", "R180").boolean("R180"),
    },
    names: exchangeNames(
      Array.from({ length: players }, (_, at) => names[at] ?? ""),
      readSwappedAt(row),
    ),
    tags: Object.fromEntries(tags.map(([name, value]) => [name, requireText(value)])),
    initial: initial === null || initial.isNull ? null : importState(initial.value),
  };
}

/** With this field the names are by last seat; older records have it not. */
function readSwappedAt(row: JsonField): number | null {
  const written = row.optional("swapped", "R180");
  return written === null || written.isNull ? null : written.integer("R180", 1, MAX_MOVES);
}

function readEntry(field: JsonField, number: number, nesting = 1): Entry {
  const raw = field.object(NO_RULE);
  if ((raw.moveNumber ?? number) !== number) {
    throw new RecordError("MOVE_MISSING", problems.moveNumber({ number: String(raw.moveNumber) }), {
      move: number,
    });
  }
  const { timestamp, thinkTimeMs, comment } = raw;
  return {
    move: importMove(field),
    line: null,
    turn: null,
    annotation: {
      comment: typeof comment === "string" ? comment : "",
      thinkTimeMs: typeof thinkTimeMs === "number" ? thinkTimeMs : null,
      timestamp: typeof timestamp === "string" ? timestamp : null,
      marks: readMarks(field),
    },
    variations: readVariations(field, number, nesting),
  };
}

function readVariations(field: JsonField, number: number, nesting: number): Entry[][] {
  const written = field.optional("variations", NO_RULE)?.elements(NO_RULE, MAX_MOVES) ?? [];
  if (written.length > 0 && nesting > MAX_NESTING)
    throw new RecordError("TOO_DEEP", problems.tooDeep({ max: MAX_NESTING }), { move: number });
  return written.map((variation) => {
    const moves = variation.elements(NO_RULE, MAX_MOVES);
    if (moves.length === 0)
      throw new RecordError("MALFORMED", problems.variationEmpty, { move: number });
    return moves.map((move, at) => readEntry(move, number + at, nesting + 1));
  });
}

function readMarks(field: JsonField): Mark[] {
  const written = field.optional("marks", NO_RULE)?.elements(NO_RULE, MAX_MARKS) ?? [];
  return written.map((mark) => parseMark(requireText(mark)));
}

function readClaims(row: JsonField, players: number): Claims {
  const result = row.optional("result", NO_RULE);
  const over = result !== null && !result.isNull ? result : null;
  const ranking = over?.optional("ranking", NO_RULE)?.elements(NO_RULE, players) ?? null;
  const ranks = ranking?.map((placing) => ({
    seat: placing.required("playerNumber", NO_RULE).integer(NO_RULE, 1, players),
    rank: placing.required("rank", NO_RULE).integer(NO_RULE, 1, players),
  }));
  return {
    winner: (over?.required("winner", NO_RULE).integer(NO_RULE, 1, players) ?? null) as Seat | null,
    reason: over?.required("reason", NO_RULE).choice(VICTORY_REASONS, NO_RULE) ?? null,
    ranks: ranks
      ? [...ranks].sort((one, other) => one.seat - other.seat).map(({ rank }) => rank)
      : null,
    length: null,
    swappedAt: readSwappedAt(row),
    finalHash: optionalText(row, "finalHash"),
    tip: optionalText(row, "chain"),
  };
}

function optionalText(row: JsonField, name: string): string | null {
  const found = row.optional(name, NO_RULE);
  return found === null || found.isNull ? null : requireText(found);
}

function requireText(field: JsonField): string {
  if (typeof field.value === "string") return field.value;
  const found = describeValue(field.value);
  return field.refuse("MALFORMED.type", { expected: "text", found }, NO_RULE);
}
