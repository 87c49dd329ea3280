// @vitest-environment node

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { type Inline, plainText } from "../../src/rulebook/inline";
import { parseMarkdown } from "../../src/rulebook/markdown";
import pictures from "../../src/rulebook/pictures.json";
import { searchPassages } from "../../src/rulebook/search";
import { documents, inlineContent, parseSections } from "../../src/rulebook/sections";

const markdown = {
  play: readFileSync(resolve("../docs/rules.md"), "utf8"),
  exact: readFileSync(resolve("../docs/reference/rules-exact.md"), "utf8"),
  faq: readFileSync(resolve("../docs/faq.md"), "utf8"),
  strategy: readFileSync(resolve("../docs/strategy.md"), "utf8"),
};
const { play, exact, faq, strategy } = documents();
const sections = [...play, ...exact];
const allIds = [...sections, ...faq, ...strategy].flatMap(({ id, rules, passages }) => [
  id,
  ...rules,
  ...passages.flatMap((passage) => [passage.id, ...passage.rules]),
]);

describe("the rulebook", () => {
  it("has one anchor for every rule number in both documents", () => {
    const named = [...`${markdown.play}${markdown.exact}`.matchAll(/R\d{3}/g)].map(
      ([rule]) => rule,
    );
    for (const rule of new Set(named))
      expect(allIds.filter((each) => each === rule)).toEqual([rule]);
  });

  it("places R091 under movement and R112 under recovery", () => {
    const told = (rule: string) =>
      sections.find(
        ({ rules, passages }) =>
          rules.includes(rule) || passages.some((each) => each.rules.includes(rule)),
      );
    expect(plainText(told("R091")?.title ?? [])).toMatch(/^Moving/);
    expect(plainText(told("R112")?.title ?? [])).toMatch(/^Recovery/);
    expect(plainText(told("R180")?.title ?? [])).toMatch(/^Placement/);
  });

  it("has unique ids", () => {
    expect(new Set(allIds).size).toBe(allIds.length);
  });

  it.each(["play", "exact", "faq", "strategy"] as const)(
    "keeps every word of the document (%s)",
    (part) => {
      const written = parseSections(part, markdown[part]).flatMap(({ title, passages }) => [
        plainText(title),
        ...passages.map(({ block }) => plainText(inlineContent(block))),
      ]);
      expect(letters(written.join(" "))).toBe(letters(stripMarkdown(markdown[part])));
    },
  );

  it("leaves no Markdown syntax in the text", () => {
    for (const { title, passages } of [...sections, ...faq, ...strategy])
      for (const words of [title, ...passages.map(({ block }) => inlineContent(block))])
        for (const each of texts(words)) expect(each).not.toMatch(/\*\*|\]\(|^#|`/);
  });

  it("has every picture, and every link has a target", () => {
    const text = `${markdown.play}${markdown.faq}${markdown.strategy}`;
    for (const [, name] of text.matchAll(/pictures\/([\w-]+)\.svg/g))
      expect(Object.keys(pictures)).toContain(name);
    for (const [, to] of text.matchAll(/\]\((?:rules\.md)?#([\w-]+)\)/g))
      expect(allIds).toContain(to);
  });

  it("has an anchor for every rule that an answer cites", () => {
    for (const [rule] of markdown.faq.matchAll(/R\d{3}/g)) expect(allIds).toContain(rule);
  });
});

describe("rulebook search", () => {
  it("finds answers on their own page", () => {
    const answer = searchPassages("split or reorder").find(({ source }) => source === "faq");
    expect(answer?.address).toMatch(/^\/faq#q1-/);
  });

  it("finds passages by rule number, including ranges", () => {
    expect(searchPassages("R143")[0]?.text).toContain("You must also control a stack outside it");
    expect(searchPassages("r112").map(({ title }) => title)).toContain("Recovery [R110–R115]");
  });

  it("finds passages with all words in any order", () => {
    const found = searchPassages("marker landing top ring");
    expect(found.length).toBeGreaterThan(0);
    expect(searchPassages("ring top landing marker")).toEqual(found);
    expect(searchPassages("marker landing castling")).toEqual([]);
  });

  it("ranks the player's guide first when a title matches", () => {
    expect(searchPassages("recovery")[0]).toMatchObject({
      source: "play",
      title: "Recovery [R110–R115]",
    });
  });

  it("finds nothing for an empty query", () => {
    expect(searchPassages("  ")).toEqual([]);
  });
});

describe("the Markdown parser", () => {
  it("parses nested lists and continued lines", () => {
    expect(parseMarkdown("- one\n  goes on\n  - inner\n- two")).toEqual([
      {
        kind: "list",
        ordered: false,
        items: [
          {
            text: [{ kind: "text", text: "one goes on" }],
            inner: [
              {
                kind: "list",
                ordered: false,
                items: [{ text: [{ kind: "text", text: "inner" }], inner: [] }],
              },
            ],
          },
          { text: [{ kind: "text", text: "two" }], inner: [] },
        ],
      },
    ]);
  });
});

function texts(words: readonly Inline[]): string[] {
  return words.flatMap((each) =>
    "inner" in each ? texts(each.inner) : each.kind === "text" ? [each.text] : [],
  );
}

const letters = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, "");

/** Strips the Markdown syntax from a document. */
const stripMarkdown = (text: string) =>
  text
    .replace(/^\[[\w-]+\]:\n.*$/gm, "")
    .replace(/!\[[^\]]*\]\([^)]*\)(\]\[[\w-]+\])?/g, "")
    .replace(/\]\([^)]*\)/g, "]")
    .replace(/^\d+\. /gm, "");
