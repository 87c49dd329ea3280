// Reading a game record's JSON (docs/reference/records-store.md): one game a line.

import { BOARD_NAMES } from "../rules/boards";
import { EDITIONS } from "../rules/editions";
import { REASONS } from "../rules/enums";
import { importMove } from "../rules/importMove";
import { importState } from "../rules/importState";
import { Field } from "../rules/jsonFields";
import { RefusedError, type Seat } from "../rules/wire";
import { words } from "../strings";
import { type Claims, type Entry, type Heading, RecordError, type Written } from "./record";

const say = words.engine.record;
const RULE = "R074";
const MOST = 1_000_000;

/** The record on the first line. */
export function readRecordJson(text: string): Written {
  const [line = ""] = text.trim().split("\n");
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    throw new RecordError("MALFORMED", say.notJson(String((error as Error).message)), { line: 1 });
  }
  try {
    return readRecord(new Field(value));
  } catch (error) {
    if (!(error instanceof RefusedError) || error instanceof RecordError) throw error;
    const { code, message, path, rule } = error.refusal;
    throw new RecordError(code, path ? `${path}: ${message}` : message, { line: 1 }, rule);
  }
}

function readRecord(row: Field): Written {
  row.get("format", RULE).choice(["ringrift-record"], RULE);
  row.get("version", RULE).integer(RULE, 1, 1);
  const heading = readHeading(row);
  const entries = row.get("moves", RULE).elements(RULE, MOST).map(readEntry);
  return { heading, entries, claims: readClaims(row, heading.setup.players) };
}

function readHeading(row: Field): Heading {
  const players = row.get("players", "R002").integer("R002", 2, 4) as 2 | 3 | 4;
  const initial = row.find("initial", RULE);
  const names = (row.find("names", RULE)?.elements(RULE, players) ?? []).map(text);
  const tags = row.find("tags", RULE)?.members(RULE) ?? [];
  return {
    setup: {
      board: row.get("board", "R001").choice(BOARD_NAMES, "R001"),
      players,
      edition: row.get("edition", "R020").choice(EDITIONS, "R020"),
      swap: row.get("swap", "R180").boolean("R180"),
    },
    names: Array.from({ length: players }, (_, at) => names[at] ?? ""),
    tags: Object.fromEntries(tags.map(([name, value]) => [name, text(value)])),
    initial: initial === null || initial.isNull ? null : importState(initial.value),
  };
}

function readEntry(field: Field, at: number): Entry {
  const raw = field.mapping(RULE);
  if ((raw.moveNumber ?? at + 1) !== at + 1) {
    throw new RecordError("MOVE_MISSING", say.otherNumber(String(raw.moveNumber)), {
      move: at + 1,
    });
  }
  const { timestamp, thinkTimeMs, comment } = raw;
  return {
    written: importMove(field),
    line: null,
    turn: null,
    remark: {
      comment: typeof comment === "string" ? comment : "",
      thinkTimeMs: typeof thinkTimeMs === "number" ? thinkTimeMs : null,
      timestamp: typeof timestamp === "string" ? timestamp : null,
    },
  };
}

function readClaims(row: Field, players: number): Claims {
  const result = row.find("result", RULE);
  const over = result !== null && !result.isNull ? result : null;
  const ranking = over?.find("ranking", RULE)?.elements(RULE, players) ?? null;
  const ranks = ranking?.map((placing) => ({
    seat: placing.get("playerNumber", RULE).integer(RULE, 1, players),
    rank: placing.get("rank", RULE).integer(RULE, 1, players),
  }));
  return {
    winner: (over?.get("winner", RULE).integer(RULE, 1, players) ?? null) as Seat | null,
    reason: over?.get("reason", RULE).choice(REASONS, RULE) ?? null,
    ranks: ranks
      ? [...ranks].sort((one, other) => one.seat - other.seat).map(({ rank }) => rank)
      : null,
    length: null,
    finalHash: claimed(row, "finalHash"),
    tip: claimed(row, "chain"),
  };
}

function claimed(row: Field, name: string): string | null {
  const found = row.find(name, RULE);
  return found === null || found.isNull ? null : text(found);
}

function text(field: Field): string {
  return typeof field.value === "string" ? field.value : field.malformed(RULE, say.text);
}
