// Search results with the matching words highlighted.

import { Link } from "../browser/router";
import { messages } from "../messages";
import { type SearchResult, searchTerms } from "./search";

const MAX_RESULTS = 40;

export function SearchResults({
  question: query,
  found,
  onFollow,
}: {
  question: string;
  found: SearchResult[];
  onFollow(): void;
}) {
  const terms = searchTerms(query);
  return (
    <ol className="plain rulebook-results">
      {found.slice(0, MAX_RESULTS).map((each) => (
        <li key={`${each.id} ${each.text}`}>
          <Link to={each.address} onClick={onFollow}>
            {each.title}
          </Link>
          {each.source !== "play" && (
            <span className="badge">{messages.rulebook.badges[each.source]}</span>
          )}
          <p>
            <HighlightedText text={each.text} terms={terms} />
          </p>
        </li>
      ))}
    </ol>
  );
}

function HighlightedText({ text, terms }: { text: string; terms: readonly string[] }) {
  const pattern = new RegExp(`(${terms.map(escapeRegExp).join("|")})`, "gi");
  return text.split(pattern).map((part, i) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: every other part is a match
    i % 2 === 1 ? <mark key={i}>{part}</mark> : part,
  );
}

const escapeRegExp = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
