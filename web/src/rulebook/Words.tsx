// Words of the rulebook as they are shown.

import { book } from "./book";
import { Drawn } from "./Drawn";
import type { Inline } from "./inline";

const EXACT = book.find(({ part }) => part === "exact")?.id ?? "";

/** Links of the documents that lead to another part of this page. */
const ELSEWHERE: Record<string, string> = { "reference/rules-exact.md": `#${EXACT}` };

export function Words({ text }: { text: readonly Inline[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the text of a document does not change
  return text.map((each, i) => <Word key={i} word={each} />);
}

function Word({ word }: { word: Inline }) {
  switch (word.kind) {
    case "text":
      return word.text;
    case "code":
      return <code>{word.text}</code>;
    case "strong":
      return (
        <strong>
          <Words text={word.inner} />
        </strong>
      );
    case "emphasis":
      return (
        <em>
          <Words text={word.inner} />
        </em>
      );
    case "rule":
      return (
        <a className="rule-number" href={`#${word.first}`}>
          {word.first === word.last ? word.first : `${word.first}–${word.last}`}
        </a>
      );
    case "picture":
      return <Drawn name={word.name} about={word.about} />;
    case "link": {
      const to = word.to.startsWith("#") ? word.to : ELSEWHERE[word.to];
      const inner = <Words text={word.inner} />;
      return to ? <a href={to}>{inner}</a> : inner;
    }
  }
}
