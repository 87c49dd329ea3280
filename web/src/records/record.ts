// A parsed game record: its heading, its moves, and what it claims about its end.

import { type Move, RefusedError, type Seat, type Setup, type UncheckedState } from "../rules/wire";
import type { Mark } from "./marks";

export interface MoveAnnotation {
  comment: string;
  thinkTimeMs: number | null;
  timestamp: string | null;
  /** On the board after the move. */
  marks: readonly Mark[];
}

/** A move with what was written about it, and what could have been played instead. */
export interface AnnotatedMove {
  move: Move;
  notation: string;
  bookkeeping: boolean;
  /** The number of the turn that it belongs to. */
  turn: number;
  annotation: MoveAnnotation;
  variations: AnnotatedMove[][];
}

export interface Heading {
  setup: Setup;
  /** Who took each seat at the start; "" if unknown. See `exchangeNames`. */
  names: string[];
  tags: Record<string, string>;
  /** The start position, if the board was not empty. */
  initial: UncheckedState | null;
}

export interface Entry {
  /** In notation, or as a wire object. */
  move: string | Move;
  line: number | null;
  /** The turn number, if it is written before the move. */
  turn: number | null;
  annotation: MoveAnnotation;
  /** Moves that could have been played instead. */
  variations: Entry[][];
}

/** What a record claims beside its moves; null where it says nothing. */
export interface Claims {
  /** Null if the game is not over. */
  winner: Seat | null;
  reason: string | null;
  /** By seat. */
  ranks: number[] | null;
  length: number | null;
  /** The number of the move that is the swap, from 1. */
  swappedAt: number | null;
  finalHash: string | null;
  /** The last link of the hash chain. */
  tip: string | null;
}

export interface ParsedRecord {
  heading: Heading;
  /** On the whole game. */
  comment: string;
  /** On the board before the first move. */
  marks: Mark[];
  entries: Entry[];
  claims: Claims;
}

/** Turns names by first seat into names by last seat, and the reverse [R180]. */
export function exchangeNames(names: readonly string[], swappedAt: number | null): string[] {
  return swappedAt === null ? [...names] : [...names].reverse();
}

/** The number of the move that exchanged the two people, from 1; null without one. */
export function findSwap(moves: readonly Move[]): number | null {
  return moves.findIndex(({ type }) => type === "swap_sides") + 1 || null;
}

/** A record that is malformed or not true. The path says where: `line 7, move 4`. */
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
