// Reads game records in text (docs/reference/game-record.md). A replay verifies what they say.

import problems from "messages:records";
import { BOARD_NAMES } from "../rules/boards";
import { EDITIONS } from "../rules/editions";
import { VICTORY_REASONS } from "../rules/enums";
import { describeValue } from "../rules/jsonFields";
import { RefusedError, type Seat } from "../rules/wire";
import { type Mark, parseMark } from "./marks";
import { parsePosition } from "./positionString";
import {
  type Claims,
  type Entry,
  exchangeNames,
  type Heading,
  type ParsedRecord,
  RecordError,
} from "./record";

const RECORD_START = '[RingRift "'; // starts a game at the start of a line
const HEADER = /^\[([A-Za-z0-9_]+) "((?:[^"\\]|\\["\\])*)"\]\s*$/;
const TOKEN = /\{((?:[^\\}]|\\[\s\S])*)\}|([()])|([^\s{}()]+)|(\S)/g;
export const MAX_NESTING = 100; // variations within variations
const RESULT = /^([1-4])\+([a-z_]+)$/;
const TURN = /^([0-9]{1,9})\.$/;
const KNOWN_HEADERS =
  /^(RingRift|Board|Players|Edition|Swap|Swapped|Position|Player[1-4]|Result|Ranking|Moves|FinalHash|Chain|Signature)$/;

/** Splits a text into its games. */
export function splitRecords(text: string): string[] {
  const starts = [...text.matchAll(/^\[RingRift "/gm)].map((found) => found.index);
  return starts.map((start, at) => text.slice(start, starts[at + 1]));
}

export function isRecordText(text: string): boolean {
  return text.trimStart().startsWith(RECORD_START);
}

/** The first game of a text. */
export function readRecordText(text: string): ParsedRecord {
  const [game] = splitRecords(text.trimStart());
  if (game === undefined) throw new RecordError("MALFORMED", problems.start, { line: 1 });
  const headers = new Headers(game);
  const reader = new MoveReader(game, headers.end);
  reader.read();
  return {
    heading: readHeading(headers),
    comment: reader.comment,
    marks: reader.marks,
    entries: reader.entries,
    claims: readClaims(headers, reader.result),
  };
}

/** The headers of a game by name, and where its moves start. */
class Headers extends Map<string, string> {
  readonly lines = new Map<string, number>();
  end = 0;

  constructor(text: string) {
    super();
    for (const [at, line] of text.split("\n").entries()) {
      if (line.trim() !== "" && !line.startsWith("[")) break;
      this.end += line.length + 1;
      if (line.trim() !== "") this.read(line, at + 1);
    }
  }

  private read(line: string, number: number): void {
    const found = HEADER.exec(line);
    if (!found) throw new RecordError("MALFORMED", problems.header, { line: number });
    const [, name = "", value = ""] = found;
    if (this.has(name))
      throw new RecordError("MALFORMED", problems.headerTwice({ name }), { line: number });
    this.set(name, value.replace(/\\(.)/g, "$1"));
    this.lines.set(name, number);
  }

  refuse(name: string, message: string, code = "UNKNOWN_VALUE"): never {
    throw new RecordError(code, message, { line: this.lines.get(name) ?? null });
  }

  choice<Choice extends string>(
    name: string,
    choices: readonly Choice[],
    otherwise?: Choice,
  ): Choice {
    const value = this.get(name) ?? otherwise;
    if (value === undefined)
      throw new RecordError("MALFORMED", problems.headerMissing({ name }), {});
    return (
      choices.find((choice) => choice === value) ??
      this.refuse(
        name,
        problems.headerValue({ name, value: describeValue(value), expected: choices.join(" or ") }),
      )
    );
  }

  matching(name: string, form: RegExp, expected: string): string | null {
    const value = this.get(name);
    if (value === undefined) return null;
    return form.test(value)
      ? value
      : this.refuse(name, problems.headerValue({ name, value: describeValue(value), expected }));
  }
}

function readHeading(headers: Headers): Heading {
  headers.choice("RingRift", ["1"]);
  const players = Number(headers.choice("Players", ["2", "3", "4"])) as 2 | 3 | 4;
  const board = headers.choice("Board", BOARD_NAMES);
  const edition = headers.choice("Edition", EDITIONS);
  const swaps = players === 2 ? (["on", "off"] as const) : (["off"] as const);
  const swap = headers.choice<"on" | "off">("Swap", swaps, swaps[0]) === "on";
  const names = Array.from({ length: players }, (_, at) => headers.get(`Player${at + 1}`) ?? "");
  for (let seat = players + 1; seat <= 4; seat++) {
    if (headers.has(`Player${seat}`))
      headers.refuse(`Player${seat}`, problems.extraPlayer({ seat, players }));
  }
  const swappedAt = readSwappedAt(headers);
  if (swappedAt !== null && !swap)
    headers.refuse("Swapped", problems.swappedWithoutRule, "CONTRADICTION");
  const tags = Object.fromEntries([...headers].filter(([name]) => !KNOWN_HEADERS.test(name)));
  return {
    setup: { board, players, edition, swap },
    names: exchangeNames(names, swappedAt),
    tags,
    initial: readInitial(headers),
  };
}

/** With this header the names are by last seat; older records have it not. */
function readSwappedAt(headers: Headers): number | null {
  const written = headers.matching("Swapped", /^[0-9]{1,9}$/, problems.number);
  return written === null ? null : Number(written);
}

function readInitial(headers: Headers): Heading["initial"] {
  const position = headers.get("Position");
  if (position === undefined) return null;
  try {
    return parsePosition(position);
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return headers.refuse(
      "Position",
      problems.position({ problem: error.refusal.message }),
      error.refusal.code,
    );
  }
}

function readClaims(headers: Headers, result: string | null): Claims {
  const written = result ?? "*";
  if ((headers.get("Result") ?? written) !== written) {
    headers.refuse(
      "Result",
      problems.resultsDiffer({ header: headers.get("Result") ?? "", moves: written }),
      "WRONG_RESULT",
    );
  }
  const ended = RESULT.exec(written);
  if (ended && !VICTORY_REASONS.includes(ended[2] ?? "")) {
    throw new RecordError(
      "UNKNOWN_VALUE",
      problems.reason({ reason: ended[2] ?? "", choices: VICTORY_REASONS.join(", ") }),
      {},
    );
  }
  const moves = headers.matching("Moves", /^[0-9]{1,9}$/, problems.number);
  const ranking = headers.matching("Ranking", /^[1-4]( [1-4]){1,3}$/, problems.ranks);
  return {
    winner: ended ? (Number(ended[1]) as Seat) : null,
    reason: ended?.[2] ?? null,
    ranks: ranking === null ? null : ranking.split(" ").map(Number),
    length: moves === null ? null : Number(moves),
    swappedAt: readSwappedAt(headers),
    finalHash: headers.matching(
      "FinalHash",
      /^[0-9a-f]{16}$/,
      problems.hexadecimal({ digits: 16 }),
    ),
    tip: headers.matching("Chain", /^[0-9a-f]{64}$/, problems.hexadecimal({ digits: 64 })),
  };
}

/** Reads the moves of one game token by token. */
class MoveReader {
  readonly entries: Entry[] = [];
  comment = "";
  readonly marks: Mark[] = [];
  result: string | null = null;
  /** The open variations, the innermost last. */
  private readonly variations: Entry[][] = [];
  private turn: number | null = null;
  private line: number;

  constructor(
    private readonly text: string,
    private readonly start: number,
  ) {
    this.line = text.slice(0, start).split("\n").length;
  }

  read(): void {
    let at = this.start;
    TOKEN.lastIndex = at;
    for (let word = TOKEN.exec(this.text); word !== null; word = TOKEN.exec(this.text)) {
      this.line += this.text.slice(at, word.index).split("\n").length - 1;
      at = word.index;
      const [whole, comment, bracket, token, stray] = word;
      if (this.result !== null) this.refuse(problems.afterEnd({ text: whole.slice(0, 20) }));
      if (stray !== undefined) this.refuse(problems.strayBrace({ sign: stray }));
      if (comment !== undefined) this.readComment(comment);
      else if (bracket === "(") this.openVariation();
      else if (bracket === ")") this.closeVariation();
      else if (token !== undefined) this.readToken(token);
    }
    if (this.result === null) {
      throw new RecordError("CUT_OFF", problems.cutOff({ move: this.entries.length }), {
        line: this.line,
      });
    }
  }

  private get current(): Entry[] {
    return this.variations.at(-1) ?? this.entries;
  }

  private openVariation(): void {
    const replaced = this.current.at(-1);
    if (!replaced || this.turn !== null) this.refuse(problems.bracket({ sign: "(" }));
    if (this.variations.length >= MAX_NESTING) {
      throw new RecordError("TOO_DEEP", problems.tooDeep({ max: MAX_NESTING }), {
        line: this.line,
      });
    }
    const variation: Entry[] = [];
    replaced.variations.push(variation);
    this.variations.push(variation);
  }

  private closeVariation(): void {
    const variation = this.variations.pop();
    if (!variation) this.refuse(problems.bracket({ sign: ")" }));
    if (variation.length === 0) this.refuse(problems.variationEmpty);
    this.turn = null;
  }

  private readToken(token: string): void {
    if (token === "*" || RESULT.test(token)) {
      if (this.variations.length > 0) this.refuse(problems.bracket({ sign: "(" }));
      this.result = token;
      return;
    }
    const turn = TURN.exec(token);
    if (turn) {
      this.turn = Number(turn[1]);
      return;
    }
    const annotation = { comment: "", thinkTimeMs: null, timestamp: null, marks: [] };
    this.current.push({
      move: token,
      line: this.line,
      turn: this.turn,
      annotation,
      variations: [],
    });
    this.turn = null;
  }

  /** A comment, or tags for programs. Both belong to the previous move. */
  private readComment(raw: string): void {
    const last = this.current.at(-1);
    if (!last && this.variations.length > 0) this.refuse(problems.variationRemark);
    if (!raw.startsWith("%")) {
      const said = raw
        .replace(/\\([\s\S])/g, "$1")
        .split(/\s+/)
        .filter(Boolean)
        .join(" ");
      const join = (before: string) => [before, said].filter(Boolean).join(" ");
      if (last) last.annotation.comment = join(last.annotation.comment);
      else this.comment = join(this.comment);
      return;
    }
    const parts = raw.split(/\s+/).filter(Boolean);
    if (parts[0] === "%links" && this.variations.length === 0) return;
    if (parts[0] === "%marks") {
      const marks = this.readMarks(parts.slice(1));
      if (last) last.annotation.marks = [...last.annotation.marks, ...marks];
      else this.marks.push(...marks);
      return;
    }
    for (let at = 0; at < parts.length; at += 2)
      this.readTimeTag(last, parts[at] ?? "", parts[at + 1]);
  }

  private readMarks(words: readonly string[]): Mark[] {
    try {
      return words.map(parseMark);
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      return this.refuse(error.refusal.message);
    }
  }

  private readTimeTag(entry: Entry | undefined, name: string, value: string | undefined): void {
    if (entry === undefined || value === undefined) this.refuse(problems.strayTag({ name }));
    else if (name === "%at") entry.annotation.timestamp = value;
    else if (name === "%think" && /^[0-9]{1,15}$/.test(value))
      entry.annotation.thinkTimeMs = Number(value);
    else this.refuse(problems.unknownTag({ name }));
  }

  private refuse(message: string): never {
    throw new RecordError("MALFORMED", message, { line: this.line });
  }
}
