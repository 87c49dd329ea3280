// The rulebook: the rules for players, then the exact rules; searchable, with example boards.

import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { decodeOrKeep, type PageProps } from "../browser/route";
import { Link } from "../browser/router";
import { TextField } from "../components/fields";
import { messages } from "../messages";
import { plainText } from "../rulebook/inline";
import { RulebookSection } from "../rulebook/RulebookSection";
import { SearchResults } from "../rulebook/SearchResults";
import { searchPassages } from "../rulebook/search";
import { sections } from "../rulebook/sections";
import "../rulebook/rulebook.css";

export default function RulebookPage({ route }: PageProps) {
  const [query, setQuery] = useState("");
  const searchText = useDeferredValue(query.trim());
  const found = useMemo(() => searchPassages(searchText), [searchText]);
  const { fragment } = route;

  useEffect(() => {
    if (fragment !== "" && searchText === "")
      document.getElementById(decodeOrKeep(fragment))?.scrollIntoView();
  }, [fragment, searchText]);

  return (
    <div className="rulebook">
      <header className="rulebook-header">
        <h1>{messages.rulebook.title}</h1>
        <p className="lead">
          {messages.rulebook.lead} <Link to="/learn">{messages.rulebook.lessons}</Link>
        </p>
        <search>
          <TextField
            label={messages.rulebook.search}
            hint={messages.rulebook.searchHint}
            type="search"
            value={query}
            onChange={setQuery}
          />
        </search>
        <p role="status" className="quiet">
          {searchText !== "" && messages.rulebook.found({ count: found.length })}
        </p>
      </header>
      {searchText !== "" ? (
        <SearchResults question={searchText} found={found} onFollow={() => setQuery("")} />
      ) : (
        <div className="rulebook-body">
          <Contents />
          <div className="rulebook-text">
            {sections.map((section) => (
              <RulebookSection key={section.id} section={section} here={fragment} />
            ))}
          </div>
        </div>
      )}
    </div>
  );
}

function Contents() {
  return (
    <nav className="contents" aria-label={messages.rulebook.contents}>
      <ul className="plain">
        {sections.map(({ id, level, title }) => (
          <li key={id} data-level={level}>
            <a href={`#${id}`}>{plainText(title).replace(/ \[[^\]]*\]/g, "")}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
