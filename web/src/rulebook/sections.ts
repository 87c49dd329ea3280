// The documents for players, parsed from docs/ into sections and passages with ids for links and search.

import questions from "../../../docs/faq.md?raw";
import exact from "../../../docs/reference/rules-exact.md?raw";
import friendly from "../../../docs/rules.md?raw";
import strategy from "../../../docs/strategy.md?raw";
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

export function parseSections(source: DocumentName, markdown: string): Section[] {
  const sections: Section[] = [];
  for (const block of parseMarkdown(markdown)) {
    const section = sections.at(-1);
    if (block.kind === "heading") {
      const id =
        source === "exact"
          ? `exact-${headingSlug(plainText(block.text))}`
          : headingSlug(plainText(block.text));
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

/** The rules for players and the exact rules, with an anchor for every rule. */
export const sections: readonly Section[] = assignRuleAnchors([
  ...parseSections("play", friendly),
  ...parseSections("exact", exact),
]);

const ofSource = (wanted: DocumentName) => sections.filter(({ source }) => source === wanted);

export const playerSections: readonly Section[] = ofSource("play");

export const exactSections: readonly Section[] = ofSource("exact");

/** The page and fragment of each rule number. */
export const ruleAddresses: ReadonlyMap<string, string> = new Map(
  sections.flatMap(({ source, rules, passages }) =>
    [...rules, ...passages.flatMap((passage) => passage.rules)].map((rule) => [
      rule,
      `${DOCUMENT_PAGES[source]}#${rule}`,
    ]),
  ),
);

export const faqSections: readonly Section[] = parseSections("faq", questions);

export const strategySections: readonly Section[] = parseSections("strategy", strategy);
