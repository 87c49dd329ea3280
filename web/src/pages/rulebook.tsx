// The rules for players, with example boards. The search covers the exact rules and the FAQ too.

import { useDeferredValue, useEffect, useMemo, useState } from "react";
import type { PageProps } from "../browser/route";
import { Link, navigate } from "../browser/router";
import { TextField } from "../components/fields";
import { messages } from "../messages";
import { DocumentText } from "../rulebook/DocumentText";
import { SearchResults } from "../rulebook/SearchResults";
import { searchPassages } from "../rulebook/search";
import { documents } from "../rulebook/sections";
import "../rulebook/rulebook.css";

export default function RulebookPage({ route }: PageProps) {
  const [query, setQuery] = useState("");
  const searchText = useDeferredValue(query.trim());
  const elsewhere = documents().ruleAddresses.get(route.fragment);

  // Links from a game name a rule; some rules are stated only in the exact rules.
  useEffect(() => {
    if (elsewhere && !elsewhere.startsWith(`${route.path}#`))
      navigate(elsewhere, { replace: true });
  }, [elsewhere, route.path]);

  const found = useMemo(() => searchPassages(searchText), [searchText]);

  return (
    <div className="rulebook">
      <header className="rulebook-header">
        <h1>{messages.rulebook.title}</h1>
        <p className="lead">
          {messages.rulebook.lead} <Link to="/learn">{messages.rulebook.lessons}</Link>{" "}
          <Link to="/faq">{messages.rulebook.questions}</Link>{" "}
          <Link to="/strategy">{messages.rulebook.strategy}</Link>{" "}
          <Link to="/rulebook/exact">{messages.rulebook.exact}</Link>
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
        <DocumentText sections={documents().play.slice(1)} route={route} />
      )}
    </div>
  );
}
