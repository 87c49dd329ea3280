// The rulebook: the documents' own text in passages that can be found, linked to and searched.

import exact from "../../../docs/reference/rules-exact.md?raw";
import friendly from "../../../docs/rules.md?raw";
import { type Inline, plainText, ruleNumbers } from "./inline";
import { type Block, parseMarkdown } from "./markdown";

/** Which of the documents: how to play, or the law to the letter. */
export type Part = "play" | "exact";

/** The least that has an address: a paragraph, a list, a table. */
export interface Passage {
  id: string;
  block: Exclude<Block, { kind: "heading" }>;
  /** Rule numbers whose address this is. */
  rules: string[];
}

export interface Section {
  part: Part;
  id: string;
  level: number;
  title: Inline[];
  rules: string[];
  passages: Passage[];
}

export function parseSections(part: Part, source: string): Section[] {
  const sections: Section[] = [];
  for (const block of parseMarkdown(source)) {
    const section = sections.at(-1);
    if (block.kind === "heading") {
      const id =
        part === "play" ? slug(plainText(block.text)) : `exact-${slug(plainText(block.text))}`;
      sections.push({ part, id, level: block.level, title: block.text, rules: [], passages: [] });
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

/** As the documents' own links name headings. */
const slug = (title: string): string =>
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

/** Gives every rule number its address: where it is told, else the heading that names its range. */
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

/** All that is written in a block. */
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
