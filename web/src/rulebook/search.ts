// Full-text search over the documents for players, by words and rule numbers.

import { type Inline, plainText, ruleNumbers } from "./inline";
import type { Block } from "./markdown";
import {
  DOCUMENT_PAGES,
  type DocumentName,
  fromDocuments,
  inlineContent,
  type Passage,
  type Section,
} from "./sections";

export interface SearchResult {
  source: DocumentName;
  id: string;
  /** Where the passage is: a page and a fragment. */
  address: string;
  title: string;
  text: string;
}

interface SearchEntry extends SearchResult {
  /** Lower case: title, text and rule numbers, with ranges expanded. */
  searchText: string;
}

const SEPARATOR: Inline = { kind: "text", text: " · " };

const searchEntries = fromDocuments(({ play, exact, faq, strategy }): SearchEntry[] =>
  [...play, ...exact, ...faq, ...strategy].flatMap((section) =>
    section.passages.flatMap((passage) => buildEntries(section, passage)),
  ),
);

/** Indexes a list by item and a table by row, to keep results short. */
function buildEntries(section: Section, passage: Passage): SearchEntry[] {
  const title = plainText(section.title);
  return searchableParts(passage.block).map((words) => {
    const text = plainText(words).replace(/\s+/g, " ").trim();
    const rules = [...ruleNumbers(words, true), ...ruleNumbers(section.title, true)];
    const searchText = `${title} ${text} ${rules.join(" ")}`.toLowerCase();
    const address = `${DOCUMENT_PAGES[section.source]}#${passage.id}`;
    return { source: section.source, id: passage.id, address, title, text, searchText };
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
  return searchEntries()
    .filter(
      ({ searchText, text }) => text !== "" && terms.every((word) => searchText.includes(word)),
    )
    .toSorted((one, other) => relevance(other) - relevance(one))
    .map(({ source, id, address, title, text }) => ({
      source,
      id,
      address,
      title,
      text: text.replace(/( ·)+$/, ""),
    }));
}
