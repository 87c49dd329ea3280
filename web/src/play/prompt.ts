// A prompt as a value: the cells and buttons that answer it, and what each answer leads to.

import type { Key, Move, Seat } from "../rules/wire";

/** An answer completes the move or leads to the next prompt. */
export type PromptResult =
  /** `select` is the stack to select in the next prompt. */
  { move: Move; select?: Key } | { prompt: Prompt };

/** Cells that are lit together: a line or, by default, a region, with what it gains and costs. */
export interface Glow {
  cells: Key[];
  shape?: "line" | "region";
  seat?: Seat;
  text?: string;
  /** The price, after the text. */
  cost?: string;
}

/** What the cells gain and cost: `+9 cells, costs a cap`. */
export function describeGain({ text, cost }: Glow): string {
  return [text, cost].filter(Boolean).join(", ");
}

/** A cell to choose, and how it is marked; `quiet` not at all. */
export interface CellChoice {
  mark: "target" | "landing" | "actor" | "capture" | "quiet";
  /** The rings that a payment takes from the stack. */
  rings?: number;
  /** Highlighted while the pointer is on the cell. */
  glow?: Glow;
  choose(): PromptResult;
}

export interface ButtonChoice {
  id: string;
  label: string;
  /** `lead` is the main action, `pass` declines something, `count` sets the number of rings. */
  style: "lead" | "pass" | "count";
  pressed?: boolean;
  glow?: Glow;
  choose(): PromptResult;
}

/** A click that answers nothing: an illegal move for the engine to explain, or advice. */
export type IllegalAttempt = { move: Move } | { advice: string; rule: string | null };

export interface Prompt {
  text: string;
  /** A sentence that helps with the choice. */
  detail?: string;
  selected: Key | null;
  cells: ReadonlyMap<Key, CellChoice>;
  buttons: readonly ButtonChoice[];
  /** Highlighted while nothing is hovered. */
  glows: readonly Glow[];
  /** Rebuilds the prompt before this one. */
  previous?: () => Prompt;
  explainClick(cell: Key): IllegalAttempt | null;
}

export function completeWith(move: Move): () => PromptResult {
  return () => ({ move });
}

export function continueWith(build: () => Prompt): () => PromptResult {
  return () => ({ prompt: build() });
}

/** Groups items by key and keeps their order. */
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

/** Returns the first item of a list that cannot be empty. */
export function firstOf<T>(items: readonly T[]): T {
  const [item] = items;
  if (item === undefined) throw new RangeError("an empty list has no first item");
  return item;
}
