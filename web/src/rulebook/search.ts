// Finding passages by words and rule numbers.

import { book, type Part, type Passage, type Section, wordsOf } from "./book";
import { type Inline, plain, rulesIn } from "./inline";
import type { Block } from "./markdown";

export interface Found {
  part: Part;
  /** The address to go to. */
  id: string;
  title: string;
  text: string;
}

interface Entry extends Found {
  /** What is searched, in small letters: the words, and the rule numbers of ranges too. */
  known: string;
}

const DASH: Inline = { kind: "text", text: " · " };

const entries: readonly Entry[] = book.flatMap((section) =>
  section.passages.flatMap((passage) => entriesOf(section, passage)),
);

/** A list is searched by item and a table by row: nobody wants all of it for one word. */
function entriesOf(section: Section, passage: Passage): Entry[] {
  const title = plain(section.title);
  return partsOf(passage.block).map((words) => {
    const text = plain(words).replace(/\s+/g, " ").trim();
    const rules = [...rulesIn(words, true), ...rulesIn(section.title, true)];
    const known = `${title} ${text} ${rules.join(" ")}`.toLowerCase();
    return { part: section.part, id: passage.id, title, text, known };
  });
}

function partsOf(block: Block): Inline[][] {
  if (block.kind === "list")
    return block.items.flatMap(({ text, inner }) => [text, ...inner.flatMap(partsOf)]);
  if (block.kind === "table")
    return block.rows.map((row) => row.flatMap((cell) => [...cell, DASH]));
  return [wordsOf(block)];
}

/** The words that are asked for. */
export const askedFor = (question: string): string[] =>
  question.toLowerCase().split(/\s+/).filter(Boolean);

/** Passages that hold every word, the ones that are about it first: the chapter for players before the exact one. */
export function passagesAbout(question: string): Found[] {
  const asked = askedFor(question);
  if (asked.length === 0) return [];
  const weight = ({ part, title, text }: Found) =>
    asked.filter((word) => title.toLowerCase().includes(word)).length * (part === "play" ? 6 : 2) +
    asked.filter((word) => text.toLowerCase().includes(word)).length * 3;
  return entries
    .filter(({ known, text }) => text !== "" && asked.every((word) => known.includes(word)))
    .toSorted((one, other) => weight(other) - weight(one))
    .map(({ part, id, title, text }) => ({ part, id, title, text: text.replace(/( ·)+$/, "") }));
}
