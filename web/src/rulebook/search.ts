// Finding passages by words and rule numbers.

import { type Inline, plainText, rulesIn } from "./inline";
import type { Block } from "./markdown";
import { inlineContent, type Part, type Passage, type Section, sections } from "./sections";

export interface SearchResult {
  part: Part;
  /** The address to go to. */
  id: string;
  title: string;
  text: string;
}

interface Entry extends SearchResult {
  /** What is searched, in small letters: the words, and the rule numbers of ranges too. */
  known: string;
}

const DASH: Inline = { kind: "text", text: " · " };

const entries: readonly Entry[] = sections.flatMap((section) =>
  section.passages.flatMap((passage) => entriesOf(section, passage)),
);

/** A list is searched by item and a table by row: nobody wants all of it for one word. */
function entriesOf(section: Section, passage: Passage): Entry[] {
  const title = plainText(section.title);
  return partsOf(passage.block).map((words) => {
    const text = plainText(words).replace(/\s+/g, " ").trim();
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
  return [inlineContent(block)];
}

/** The words that are asked for. */
export const searchTerms = (question: string): string[] =>
  question.toLowerCase().split(/\s+/).filter(Boolean);

/** Passages that hold every word, the ones that are about it first: the chapter for players before the exact one. */
export function searchPassages(question: string): SearchResult[] {
  const asked = searchTerms(question);
  if (asked.length === 0) return [];
  const weight = ({ part, title, text }: SearchResult) =>
    asked.filter((word) => title.toLowerCase().includes(word)).length * (part === "play" ? 6 : 2) +
    asked.filter((word) => text.toLowerCase().includes(word)).length * 3;
  return entries
    .filter(({ known, text }) => text !== "" && asked.every((word) => known.includes(word)))
    .toSorted((one, other) => weight(other) - weight(one))
    .map(({ part, id, title, text }) => ({ part, id, title, text: text.replace(/( ·)+$/, "") }));
}
