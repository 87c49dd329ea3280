// Words of the rulebook as they are shown.

import { ExampleBoard } from "./ExampleBoard";
import type { Inline } from "./inline";
import { sections } from "./sections";

const EXACT_RULES_ID = sections.find(({ part }) => part === "exact")?.id ?? "";

/** Links of the documents that lead to another part of this page. */
const INTERNAL_LINKS: Record<string, string> = { "reference/rules-exact.md": `#${EXACT_RULES_ID}` };

export function InlineText({ text }: { text: readonly Inline[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the text of a document does not change
  return text.map((each, i) => <InlineElement key={i} word={each} />);
}

function InlineElement({ word }: { word: Inline }) {
  switch (word.kind) {
    case "text":
      return word.text;
    case "code":
      return <code>{word.text}</code>;
    case "strong":
      return (
        <strong>
          <InlineText text={word.inner} />
        </strong>
      );
    case "emphasis":
      return (
        <em>
          <InlineText text={word.inner} />
        </em>
      );
    case "rule":
      return (
        <a className="rule-number" href={`#${word.first}`}>
          {word.first === word.last ? word.first : `${word.first}–${word.last}`}
        </a>
      );
    case "picture":
      return <ExampleBoard name={word.name} about={word.alt} />;
    case "link": {
      const to = word.to.startsWith("#") ? word.to : INTERNAL_LINKS[word.to];
      const inner = <InlineText text={word.inner} />;
      return to ? <a href={to}>{inner}</a> : inner;
    }
  }
}
