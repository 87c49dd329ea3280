// A question to the player as a value: which cells and buttons answer it, and what each answer leads to.

import type { Glow } from "../board/types";
import type { Key, Move } from "../rules/wire";

/** An answer ends in a move, or in the next question. */
export type PromptResult = { move: Move } | { prompt: Prompt };

/** A cell that answers. `target` is drawn as a dot, `stack` as a ring around; `quiet` answers without a mark. */
export interface CellChoice {
  mark: "target" | "stack" | "quiet";
  /** What brightens while the cell is pointed at. */
  glow?: Glow;
  choose(): PromptResult;
}

/** A button that answers. */
export interface ButtonChoice {
  id: string;
  label: string;
  /** `lead` is what is asked for, `pass` gives something up, `count` is one of the small numbers. */
  style: "lead" | "pass" | "count";
  pressed?: boolean;
  glow?: Glow;
  choose(): PromptResult;
}

/** What a click that answers nothing may have meant: a move to be judged, or a word of advice. */
export type IllegalAttempt = { move: Move } | { advice: string; rule: string | null };

export interface Prompt {
  text: string;
  selected: Key | null;
  cells: ReadonlyMap<Key, CellChoice>;
  buttons: readonly ButtonChoice[];
  /** What brightens as long as nothing is pointed at. */
  glows: readonly Glow[];
  /** The question before this one. */
  previous?: () => Prompt;
  explainClick(cell: Key): IllegalAttempt | null;
}

export function toMove(move: Move): () => PromptResult {
  return () => ({ move });
}

export function toPrompt(build: () => Prompt): () => PromptResult {
  return () => ({ prompt: build() });
}

/** Moves under what they have in common, in the order in which they were offered. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** The first of a list that is known not to be empty. */
export function firstOf<T>(items: readonly T[]): T {
  const [item] = items;
  if (item === undefined) throw new RangeError("an empty list has no first item");
  return item;
}
