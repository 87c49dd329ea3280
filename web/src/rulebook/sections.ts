// The documents for players, parsed from docs/ into sections and passages with ids for links and search.

import markdown from "messages:documents";
import english from "messages:documents/en";
import exact from "../../../docs/reference/rules-exact.md?raw";
import { type Inline, plainText, ruleNumbers } from "./inline";
import { type Block, parseMarkdown } from "./markdown";

/** The document: how to play, the exact rules, questions and answers, or strategy. */
export type DocumentName = "play" | "exact" | "faq" | "strategy";

/** The page that shows each document. */
export const DOCUMENT_PAGES: Record<DocumentName, string> = {
  play: "/rulebook",
  exact: "/rulebook/exact",
  faq: "/faq",
  strategy: "/strategy",
};

/** The smallest linkable unit: a paragraph, a list or a table. */
export interface Passage {
  id: string;
  block: Exclude<Block, { kind: "heading" }>;
  /** Rule numbers that link here. */
  rules: string[];
}

export interface Section {
  source: DocumentName;
  id: string;
  level: number;
  title: Inline[];
  rules: string[];
  passages: Passage[];
}

/**
 * A translation has the ids of the English document, section by section, so that links hold in every
 * language.
 */
export function parseSections(
  source: DocumentName,
  markdown: string,
  original = markdown,
): Section[] {
  const ids = headingIds(source, original);
  const sections: Section[] = [];
  for (const block of parseMarkdown(markdown)) {
    const section = sections.at(-1);
    if (block.kind === "heading") {
      const id = ids[sections.length] ?? headingId(source, block.text);
      sections.push({ source, id, level: block.level, title: block.text, rules: [], passages: [] });
    } else if (section) {
      section.passages.push({
        id: `${section.id}-${section.passages.length + 1}`,
        block,
        rules: [],
      });
    }
  }
  return sections;
}

const headingIds = (source: DocumentName, original: string): string[] =>
  parseMarkdown(original).flatMap((block) =>
    block.kind === "heading" ? [headingId(source, block.text)] : [],
  );

function headingId(source: DocumentName, title: readonly Inline[]): string {
  const slug = headingSlug(plainText(title));
  return source === "exact" ? `exact-${slug}` : slug;
}

/** Matches the anchors that the documents' own links use. */
const headingSlug = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, "")
    .replaceAll(" ", "-");

const OVERVIEW_SECTIONS = new Set([
  "how-to-play-ringrift",
  "quick-start",
  "strategy-hints",
  "glossary",
]);

/** Assigns each rule number to the passage that states it, else to the heading of its range. */
function assignRuleAnchors(sections: Section[]): Section[] {
  const assigned = new Set<string>();
  const assign = (target: { rules: string[] }, rules: string[]) => {
    for (const rule of rules) {
      if (assigned.has(rule)) continue;
      assigned.add(rule);
      target.rules.push(rule);
    }
  };
  const ruleSections = sections.filter(({ id }) => !OVERVIEW_SECTIONS.has(id));
  for (const section of ruleSections)
    for (const passage of section.passages)
      assign(passage, ruleNumbers(inlineContent(passage.block), false));
  for (const section of ruleSections) assign(section, ruleNumbers(section.title, true));
  for (const section of sections)
    for (const passage of section.passages)
      assign(passage, ruleNumbers(inlineContent(passage.block), true));
  return sections;
}

/** Returns a block's inline content, flattened. */
export function inlineContent(block: Block): Inline[] {
  switch (block.kind) {
    case "heading":
    case "paragraph":
      return block.text;
    case "list":
      return block.items.flatMap(({ text, inner }) => [
        ...text,
        SPACE_INLINE,
        ...inner.flatMap(inlineContent),
      ]);
    case "table":
      return [block.head, ...block.rows].flat().flatMap((cell) => [...cell, SPACE_INLINE]);
  }
}
const SPACE_INLINE: Inline = { kind: "text", text: " " };

/** The documents in one language. */
export interface Documents {
  play: readonly Section[];
  /** In English in every language: translations are not authoritative. */
  exact: readonly Section[];
  faq: readonly Section[];
  strategy: readonly Section[];
  /** The page and fragment of each rule number. */
  ruleAddresses: ReadonlyMap<string, string>;
}

function parseDocuments(texts: typeof markdown): Documents {
  const sections = assignRuleAnchors([
    ...parseSections("play", texts.play, english.play),
    ...parseSections("exact", exact),
  ]);
  return {
    play: sections.filter(({ source }) => source === "play"),
    exact: sections.filter(({ source }) => source === "exact"),
    faq: parseSections("faq", texts.faq, english.faq),
    strategy: parseSections("strategy", texts.strategy, english.strategy),
    ruleAddresses: new Map(
      sections.flatMap(({ source, rules, passages }) =>
        [...rules, ...passages.flatMap((passage) => passage.rules)].map((rule) => [
          rule,
          `${DOCUMENT_PAGES[source]}#${rule}`,
        ]),
      ),
    ),
  };
}

/** Computes a value from the documents, again when their language has changed. */
export function fromDocuments<Value>(compute: (documents: Documents) => Value): () => Value {
  let computed: { from: Documents; value: Value } | null = null;
  return () => {
    const from = documents();
    if (computed?.from !== from) computed = { from, value: compute(from) };
    return computed.value;
  };
}

let parsed: { from: typeof markdown; documents: Documents } | null = null;

/** The documents in the language of the page. */
export function documents(): Documents {
  if (parsed?.from !== markdown) parsed = { from: markdown, documents: parseDocuments(markdown) };
  return parsed.documents;
}
