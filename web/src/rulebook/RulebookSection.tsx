// A section of the rulebook with its passages and rule anchors.

import { createElement, memo } from "react";
import { Link } from "../browser/router";
import { ExampleBoard } from "./ExampleBoard";
import type { Inline } from "./inline";
import type { Block, ListItem } from "./markdown";
import type { Passage, Section } from "./sections";
import { DOCUMENT_PAGES, documents } from "./sections";

export const RulebookSection = memo(function RulebookSection({
  section,
  here,
}: {
  section: Section;
  here: string;
}) {
  const { id, level, title, rules, passages } = section;
  const heading = createElement(`h${Math.min(level + 1, 6)}`, { id }, <InlineText text={title} />);
  return (
    <section className="rulebook-section" data-current={here === id || rules.includes(here)}>
      <RuleAnchors of={rules} />
      {heading}
      {passages.map((passage) => (
        <PassageView key={passage.id} passage={passage} here={here} />
      ))}
    </section>
  );
});

function RuleAnchors({ of }: { of: readonly string[] }) {
  return of.map((rule) => <span key={rule} id={rule} className="rule-anchor" />);
}

export function PassageView({ passage, here }: { passage: Passage; here: string }) {
  return (
    <div
      id={passage.id}
      className="passage"
      data-current={here === passage.id || passage.rules.includes(here) || undefined}
    >
      <RuleAnchors of={passage.rules} />
      <BlockView block={passage.block} />
    </div>
  );
}

function BlockView({ block }: { block: Block }) {
  switch (block.kind) {
    case "heading":
      return null;
    case "paragraph":
      // A picture renders as a figure, which must not be inside a paragraph.
      return hasPicture(block.text) ? (
        <InlineText text={block.text} />
      ) : (
        <p>
          <InlineText text={block.text} />
        </p>
      );
    case "list":
      return createElement(
        block.ordered ? "ol" : "ul",
        {},
        // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes
        block.items.map((item, i) => <ListItemView key={i} item={item} />),
      );
    case "table":
      return block.rows.flat().some(hasPicture) ? (
        <PictureGallery {...block} />
      ) : (
        <TextTable {...block} />
      );
  }
}

const hasPicture = (text: readonly Inline[]) => text.some(({ kind }) => kind === "picture");

function ListItemView({ item: { text, inner } }: { item: ListItem }) {
  return (
    <li>
      <InlineText text={text} />
      {inner.map((block, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes
        <BlockView key={i} block={block} />
      ))}
    </li>
  );
}

type Rows = Extract<Block, { kind: "table" }>;

/** Pictures side by side, each with its heading. */
function PictureGallery({ head, rows }: Pick<Rows, "head" | "rows">) {
  return rows.map((row, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes
    <div key={i} className="gallery">
      {row.map((cell, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes
        <div key={column}>
          {(head[column]?.length ?? 0) > 0 && (
            <p className="gallery-head">
              <InlineText text={head[column] ?? []} />
            </p>
          )}
          {hasPicture(cell) ? (
            <InlineText text={cell} />
          ) : (
            <p>
              <InlineText text={cell} />
            </p>
          )}
        </div>
      ))}
    </div>
  ));
}

function TextTable({ head, rows }: Pick<Rows, "head" | "rows">) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard too
    <div className="scroll-x" tabIndex={0}>
      <table>
        {head.some((cell) => cell.length > 0) && (
          <thead>
            <tr>
              {head.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes
                <th key={column} scope="col">
                  <InlineText text={cell} />
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map((row, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes
            <tr key={i}>
              {row.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes
                <td key={column}>
                  <InlineText text={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The addresses of the documents that this site shows. */
const DOCUMENT_ADDRESSES: Record<string, string> = {
  "rules.md": DOCUMENT_PAGES.play,
  "reference/rules-exact.md": DOCUMENT_PAGES.exact,
  "faq.md": DOCUMENT_PAGES.faq,
  "strategy.md": DOCUMENT_PAGES.strategy,
};

/** Returns where a link of a document leads on this site; null if nowhere. */
function resolveDocumentLink(to: string): string | null {
  const [file = "", fragment] = to.split("#");
  const address = DOCUMENT_ADDRESSES[file];
  if (address === undefined) return null;
  return fragment === undefined ? address : `${address}#${fragment}`;
}

function InlineText({ text }: { text: readonly Inline[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes
  return text.map((each, i) => <InlineElement key={i} inline={each} />);
}

function InlineElement({ inline }: { inline: Inline }) {
  switch (inline.kind) {
    case "text":
      return inline.text;
    case "code":
      return <code>{inline.text}</code>;
    case "strong":
      return (
        <strong>
          <InlineText text={inline.inner} />
        </strong>
      );
    case "emphasis":
      return (
        <em>
          <InlineText text={inline.inner} />
        </em>
      );
    case "rule":
      return (
        <Link
          className="rule-number"
          to={documents().ruleAddresses.get(inline.first) ?? DOCUMENT_PAGES.exact}
        >
          {inline.first === inline.last ? inline.first : `${inline.first}–${inline.last}`}
        </Link>
      );
    case "picture":
      return <ExampleBoard name={inline.name} alt={inline.alt} />;
    case "link": {
      const inner = <InlineText text={inline.inner} />;
      if (inline.to.startsWith("#")) return <a href={inline.to}>{inner}</a>;
      const to = resolveDocumentLink(inline.to);
      return to ? <Link to={to}>{inner}</Link> : inner;
    }
  }
}
