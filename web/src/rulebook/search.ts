// Full-text search over the rulebook, by words and rule numbers.

import { type Inline, plainText, ruleNumbers } from "./inline";
import type { Block } from "./markdown";
import { type DocumentName, inlineContent, type Passage, type Section, sections } from "./sections";

export interface SearchResult {
  source: DocumentName;
  /** The fragment id to link to. */
  id: string;
  title: string;
  text: string;
}

interface SearchEntry extends SearchResult {
  /** Lower case: title, text and rule numbers, with ranges expanded. */
  searchText: string;
}

const SEPARATOR: Inline = { kind: "text", text: " · " };

const entries: readonly SearchEntry[] = sections.flatMap((section) =>
  section.passages.flatMap((passage) => buildEntries(section, passage)),
);

/** Indexes a list by item and a table by row, to keep results short. */
function buildEntries(section: Section, passage: Passage): SearchEntry[] {
  const title = plainText(section.title);
  return searchableParts(passage.block).map((words) => {
    const text = plainText(words).replace(/\s+/g, " ").trim();
    const rules = [...ruleNumbers(words, true), ...ruleNumbers(section.title, true)];
    const searchText = `${title} ${text} ${rules.join(" ")}`.toLowerCase();
    return { source: section.source, id: passage.id, title, text, searchText };
  });
}

function searchableParts(block: Block): Inline[][] {
  if (block.kind === "list")
    return block.items.flatMap(({ text, inner }) => [text, ...inner.flatMap(searchableParts)]);
  if (block.kind === "table")
    return block.rows.map((row) => row.flatMap((cell) => [...cell, SEPARATOR]));
  return [inlineContent(block)];
}

/** Splits a query into lower-case words. */
export const searchTerms = (question: string): string[] =>
  question.toLowerCase().split(/\s+/).filter(Boolean);

/** Returns passages with every word, ranked by matches; title matches in the guide weigh most. */
export function searchPassages(query: string): SearchResult[] {
  const terms = searchTerms(query);
  if (terms.length === 0) return [];
  const relevance = ({ source, title, text }: SearchResult) =>
    terms.filter((word) => title.toLowerCase().includes(word)).length *
      (source === "play" ? 6 : 2) +
    terms.filter((word) => text.toLowerCase().includes(word)).length * 3;
  return entries
    .filter(
      ({ searchText, text }) => text !== "" && terms.every((word) => searchText.includes(word)),
    )
    .toSorted((one, other) => relevance(other) - relevance(one))
    .map(({ source, id, title, text }) => ({
      source,
      id,
      title,
      text: text.replace(/( ·)+$/, ""),
    }));
}
