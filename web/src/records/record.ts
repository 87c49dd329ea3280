// What a game record says: its heading, its moves, and what it claims about its end.

import { type Move, RefusedError, type Seat, type Setup, type UncheckedState } from "../rules/wire";

export interface MoveAnnotation {
  comment: string;
  thinkTimeMs: number | null;
  timestamp: string | null;
}

export interface Heading {
  setup: Setup;
  /** Who sat down in each seat; "" where unknown. */
  names: string[];
  tags: Record<string, string>;
  /** Where the game began, if not with an empty board. */
  initial: UncheckedState | null;
}

export interface Entry {
  /** In notation, or as an object of the wire. */
  move: string | Move;
  line: number | null;
  /** The number of the turn, where it was written before the move. */
  turn: number | null;
  annotation: MoveAnnotation;
}

/** What a record says about itself beside its moves; null where it says nothing. */
export interface Claims {
  /** Null: unfinished. */
  winner: Seat | null;
  reason: string | null;
  /** By seat. */
  ranks: number[] | null;
  length: number | null;
  finalHash: string | null;
  /** Of the hash chain. */
  tip: string | null;
}

export interface ParsedRecord {
  heading: Heading;
  entries: Entry[];
  claims: Claims;
}

/** A record that cannot be read or is not true; the path says where: `line 7, move 4`. */
export class RecordError extends RefusedError {
  constructor(
    code: string,
    message: string,
    where: { line?: number | null; move?: number | null },
    rule: string | null = null,
  ) {
    const path = [where.line ? `line ${where.line}` : "", where.move ? `move ${where.move}` : ""];
    super({ code, rule, message, path: path.filter(Boolean).join(", ") });
    this.name = "RecordError";
  }
}
