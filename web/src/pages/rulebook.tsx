// The rulebook: the rules for players, then the exact ones, searchable and with boards to try.

import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { decodeOrKeep, type PageProps } from "../browser/route";
import { Link } from "../browser/router";
import { TextField } from "../components/fields";
import { book } from "../rulebook/book";
import { Chapter } from "../rulebook/Chapter";
import { plain } from "../rulebook/inline";
import { Results } from "../rulebook/Results";
import { passagesAbout } from "../rulebook/search";
import { words } from "../strings";
import "../rulebook/rulebook.css";

export default function Rulebook({ route }: PageProps) {
  const [question, setQuestion] = useState("");
  const asked = useDeferredValue(question.trim());
  const found = useMemo(() => passagesAbout(asked), [asked]);
  const { fragment } = route;

  useEffect(() => {
    if (fragment !== "" && asked === "")
      document.getElementById(decodeOrKeep(fragment))?.scrollIntoView();
  }, [fragment, asked]);

  return (
    <div className="rulebook">
      <header className="rulebook-top">
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
        <Results question={asked} found={found} onFollow={() => setQuestion("")} />
      ) : (
        <div className="rulebook-body">
          <Contents />
          <div className="rulebook-text">
            {book.map((section) => (
              <Chapter key={section.id} section={section} here={fragment} />
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
        {book.map(({ id, level, title }) => (
          <li key={id} data-level={level}>
            <a href={`#${id}`}>{plain(title).replace(/ \[[^\]]*\]/g, "")}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
