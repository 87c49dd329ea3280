// A question to the player as a value: which cells and buttons answer it, and what each answer leads to.

import type { Glow } from "../board/types";
import type { Key, Move } from "../rules/wire";

/** An answer ends in a move, or in the next question. */
export type Next = { move: Move } | { asking: Asking };

/** A cell that answers. `target` is drawn as a dot, `stack` as a ring around; `quiet` answers without a mark. */
export interface Answer {
  look: "target" | "stack" | "quiet";
  /** What brightens while the cell is pointed at. */
  glow?: Glow;
  next(): Next;
}

/** A button that answers. */
export interface Option {
  id: string;
  label: string;
  /** `lead` is what is asked for, `pass` gives something up, `count` is one of the small numbers. */
  look: "lead" | "pass" | "count";
  pressed?: boolean;
  glow?: Glow;
  next(): Next;
}

/** What a click that answers nothing may have meant: a move to be judged, or a word of advice. */
export type Attempt = { move: Move } | { advice: string; rule: string | null };

export interface Asking {
  prompt: string;
  chosen: Key | null;
  answers: ReadonlyMap<Key, Answer>;
  options: readonly Option[];
  /** What brightens as long as nothing is pointed at. */
  glows: readonly Glow[];
  /** The question before this one. */
  back?: () => Asking;
  attempt(cell: Key): Attempt | null;
}

export function moving(move: Move): () => Next {
  return () => ({ move });
}

export function asking(next: () => Asking): () => Next {
  return () => ({ asking: next() });
}

/** Moves under what they have in common, in the order in which they were offered. */
export function grouped<T>(items: readonly T[], by: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = by(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** The first of a list that is known not to be empty. */
export function first<T>(items: readonly T[]): T {
  const [item] = items;
  if (item === undefined) throw new RangeError("an empty list has no first item");
  return item;
}
