// A section of the rulebook with its passages; rule numbers are addresses.

import { createElement, memo } from "react";
import { InlineText } from "./InlineText";
import type { Inline } from "./inline";
import type { Block, ListItem } from "./markdown";
import type { Passage, Section } from "./sections";

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

function PassageView({ passage, here }: { passage: Passage; here: string }) {
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
      // A picture is a figure, which no paragraph can hold.
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
        // biome-ignore lint/suspicious/noArrayIndexKey: the text of a document does not change
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
        // biome-ignore lint/suspicious/noArrayIndexKey: the text of a document does not change
        <BlockView key={i} block={block} />
      ))}
    </li>
  );
}

type Rows = Extract<Block, { kind: "table" }>;

/** Pictures side by side, as many as fit, each with its heading. */
function PictureGallery({ head, rows }: Pick<Rows, "head" | "rows">) {
  return rows.map((row, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the text of a document does not change
    <div key={i} className="gallery">
      {row.map((cell, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text of a document does not change
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
                // biome-ignore lint/suspicious/noArrayIndexKey: the text of a document does not change
                <th key={column} scope="col">
                  <InlineText text={cell} />
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map((row, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the text of a document does not change
            <tr key={i}>
              {row.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the text of a document does not change
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
