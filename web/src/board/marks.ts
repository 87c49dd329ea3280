// The marks of a page by cell, to redraw only the cells that differ.

import type { Key } from "../rules/wire";
import type { Layout } from "./layout";
import type { Marks } from "./types";

/** The marks of one cell. */
export interface CellMark {
  actor?: boolean;
  chosen?: boolean;
  target?: "dot" | "small";
  capture?: boolean;
  landing?: "plain" | "pointed";
  highlight?: boolean;
  /** The rings that a payment takes. */
  pays?: number;
  tag?: string;
  /** Read out, not drawn. */
  note?: string;
}

export const NO_MARK: CellMark = {};

/** Where most cells are targets, their dots are small. */
const DENSE_SHARE = 1 / 3;

export function marksByCell(marks: Marks, layout: Layout): Map<Key, CellMark> {
  const byCell = new Map<Key, CellMark>();
  const add = (key: Key, mark: CellMark): void =>
    void byCell.set(key, { ...byCell.get(key), ...mark });
  const { targets = [], preview } = marks;
  const dense = targets.length > layout.byKey.size * DENSE_SHARE;
  const pointed = preview?.path.at(-1);
  for (const key of marks.actors ?? []) add(key, { actor: true });
  for (const key of targets) add(key, { target: dense && key !== pointed ? "small" : "dot" });
  for (const key of marks.captures ?? []) add(key, { capture: true });
  for (const key of marks.landings ?? [])
    add(key, { landing: key === pointed ? "pointed" : "plain" });
  for (const { cell, rings } of marks.payments ?? []) add(cell, { pays: rings });
  for (const key of marks.highlights ?? []) add(key, { highlight: true });
  for (const [key, tag] of Object.entries(marks.tags ?? {})) add(key, { tag });
  if (marks.chosen) add(marks.chosen, { chosen: true });
  for (const [key, note] of Object.entries(marks.notes ?? {})) add(key, { note });
  return byCell;
}

/** Whether a click on the cell answers something. */
export function isSelectable({ actor, target, capture, landing, pays }: CellMark): boolean {
  return Boolean(actor || target || capture || landing || pays);
}

export function sameMark(a: CellMark, b: CellMark): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]) as Set<keyof CellMark>;
  return [...names].every((name) => a[name] === b[name]);
}
