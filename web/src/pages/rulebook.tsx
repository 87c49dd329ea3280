// The rulebook: the rules for players, then the exact ones, searchable and with boards to try.

import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { decodeOrKeep, type PageProps } from "../browser/route";
import { Link } from "../browser/router";
import { TextField } from "../components/fields";
import { plainText } from "../rulebook/inline";
import { RulebookSection } from "../rulebook/RulebookSection";
import { SearchResults } from "../rulebook/SearchResults";
import { searchPassages } from "../rulebook/search";
import { sections } from "../rulebook/sections";
import { words } from "../strings";
import "../rulebook/rulebook.css";

export default function Rulebook({ route }: PageProps) {
  const [question, setQuestion] = useState("");
  const asked = useDeferredValue(question.trim());
  const found = useMemo(() => searchPassages(asked), [asked]);
  const { fragment } = route;

  useEffect(() => {
    if (fragment !== "" && asked === "")
      document.getElementById(decodeOrKeep(fragment))?.scrollIntoView();
  }, [fragment, asked]);

  return (
    <div className="rulebook">
      <header className="rulebook-header">
        <h1>{words.rulebook.title}</h1>
        <p className="lead">
          {words.rulebook.lead} <Link to="/learn">{words.rulebook.toLessons}</Link>
        </p>
        <search>
          <TextField
            label={words.rulebook.search}
            hint={words.rulebook.searchHint}
            type="search"
            value={question}
            onChange={setQuestion}
          />
        </search>
        <p role="status" className="quiet">
          {asked !== "" && words.rulebook.found(found.length)}
        </p>
      </header>
      {asked !== "" ? (
        <SearchResults question={asked} found={found} onFollow={() => setQuestion("")} />
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
    <nav className="contents" aria-label={words.rulebook.contents}>
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
