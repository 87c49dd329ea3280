// The marks of a page by cell, to redraw only the cells that differ.

import type { Key } from "../rules/wire";
import type { CellMark } from "./render";
import type { Marks } from "./types";

export function marksByCell({ targets, stacks, chosen, notes }: Marks): Map<Key, CellMark> {
  const marks = new Map<Key, CellMark>();
  const add = (key: Key, mark: CellMark): void =>
    void marks.set(key, { ...marks.get(key), ...mark });
  for (const key of targets ?? []) add(key, { target: true });
  for (const key of stacks ?? []) add(key, { stack: true });
  if (chosen) add(chosen, { chosen: true });
  for (const [key, note] of Object.entries(notes ?? {})) add(key, { note });
  return marks;
}

export function sameMark(a: CellMark, b: CellMark): boolean {
  return a.target === b.target && a.stack === b.stack && a.chosen === b.chosen && a.note === b.note;
}
