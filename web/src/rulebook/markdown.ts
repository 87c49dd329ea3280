// Parses the subset of Markdown that the rules use: headings, paragraphs, lists and tables.

import { type Inline, parseInline } from "./inline";

export interface ListItem {
  text: Inline[];
  /** Nested lists. */
  inner: Block[];
}

export type Block =
  | { kind: "heading"; level: number; text: Inline[] }
  | { kind: "paragraph"; text: Inline[] }
  | { kind: "list"; ordered: boolean; items: ListItem[] }
  | { kind: "table"; head: Inline[][]; rows: Inline[][][] };

const HEADING = /^(#{1,6}) (.*)$/;
const ITEM = /^( *)([-*]|\d+\.) +(.*)$/;
const ROW = /^\|.*\|$/;
/** A reference link, with its address on the next line. Only pictures have them; boards do without. */
const LINK_DEFINITION = /^\[[^\]]+\]:$/;

export function parseMarkdown(source: string): Block[] {
  return new MarkdownParser(source.split("\n")).blocks();
}

class MarkdownParser {
  private at = 0;
  constructor(private readonly lines: readonly string[]) {}

  blocks(): Block[] {
    const found: Block[] = [];
    while (this.at < this.lines.length) {
      const line = this.line;
      const heading = HEADING.exec(line);
      if (line.trim() === "") this.at++;
      else if (LINK_DEFINITION.test(line)) this.at += 2;
      else if (heading) {
        found.push({
          kind: "heading",
          level: heading[1]?.length ?? 1,
          text: parseInline(heading[2] ?? ""),
        });
        this.at++;
      } else if (ROW.test(line)) found.push(this.table());
      else if (ITEM.test(line)) found.push(this.list());
      else found.push({ kind: "paragraph", text: parseInline(this.readParagraph()) });
    }
    return found;
  }

  private get line(): string {
    return this.lines[this.at] ?? "";
  }

  /** Joins lines until the next block starts. */
  private readParagraph(): string {
    const parts = [this.line.trim()];
    for (this.at++; this.at < this.lines.length && !this.startsBlock(); this.at++)
      parts.push(this.line.trim());
    return parts.join(" ");
  }

  private startsBlock(): boolean {
    const { line } = this;
    return line.trim() === "" || HEADING.test(line) || ROW.test(line) || ITEM.test(line);
  }

  private list(): Block {
    const [, indent = "", mark = ""] = ITEM.exec(this.line) ?? [];
    const items: ListItem[] = [];
    while (this.at < this.lines.length) {
      const item = ITEM.exec(this.line);
      if (!item || (item[1]?.length ?? 0) < indent.length) break;
      const last = items.at(-1);
      if (last && (item[1]?.length ?? 0) > indent.length) {
        last.inner.push(this.list());
        continue;
      }
      const rest = this.readParagraph();
      items.push({ text: parseInline(ITEM.exec(rest)?.[3] ?? rest), inner: [] });
    }
    return { kind: "list", ordered: /\d/.test(mark), items };
  }

  private table(): Block {
    const rows: string[][] = [];
    for (; ROW.test(this.line); this.at++) rows.push(splitRow(this.line));
    const [head = [], , ...body] = rows;
    const read = (cells: string[]) => cells.map((cell) => parseInline(cell));
    return { kind: "table", head: read(head), rows: body.map(read) };
  }
}

/** Splits at `|`, except where a backslash escapes it. */
const splitRow = (line: string): string[] =>
  line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll("\\|", "|"));
