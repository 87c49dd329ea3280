// The rulebook parsed from docs/ into sections and passages with ids for links and search.

import exact from "../../../docs/reference/rules-exact.md?raw";
import friendly from "../../../docs/rules.md?raw";
import { type Inline, plainText, ruleNumbers } from "./inline";
import { type Block, parseMarkdown } from "./markdown";

/** The document: how to play, or the exact rules. */
export type DocumentName = "play" | "exact";

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
        source === "play"
          ? headingSlug(plainText(block.text))
          : `exact-${headingSlug(plainText(block.text))}`;
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
  "decisions",
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

export const sections: readonly Section[] = assignRuleAnchors([
  ...parseSections("play", friendly),
  ...parseSections("exact", exact),
]);
