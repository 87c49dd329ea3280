// Lists the rulebook's scenarios by subject, with search by words and rule numbers.

import { useMemo, useState } from "react";
import { Button } from "../components/Button";
import { TextField } from "../components/fields";
import { messages } from "../messages";
import { groupBy } from "../play/prompt";
import { type Scenario, searchScenarios } from "./scenarios";

interface ScenarioBrowserProps {
  /** `withMoves` loads the scenario's moves too, for stepping through. */
  onOpen(scenario: Scenario, withMoves: boolean): void;
}

export function ScenarioBrowser({ onOpen }: ScenarioBrowserProps) {
  const [query, setQuery] = useState("");
  const found = useMemo(() => searchScenarios(query), [query]);
  const subjects = useMemo(() => [...groupBy(found, (scenario) => scenario.subject)], [found]);
  return (
    <div className="scenario-browser">
      <p className="quiet">{messages.sandbox.scenarioLead}</p>
      <TextField label={messages.sandbox.search} type="search" value={query} onChange={setQuery} />
      <p role="status" className="quiet">
        {messages.sandbox.found({ count: found.length })}
      </p>
      {subjects.map(([subject, own]) => (
        <details key={subject} open={query !== ""}>
          <summary>
            {messages.sandbox.subjects[subject as keyof typeof messages.sandbox.subjects] ??
              subject}{" "}
            <small className="quiet">{own.length}</small>
          </summary>
          <ul className="plain">
            {own.map((scenario) => (
              <li key={scenario.id}>
                <p>
                  {scenario.title} <small className="quiet">{scenario.rules.join(", ")}</small>
                </p>
                <div className="buttons">
                  <Button onClick={() => onOpen(scenario, false)}>{messages.sandbox.open}</Button>
                  {scenario.moves.length > 0 && (
                    <Button kind="quiet" onClick={() => onOpen(scenario, true)}>
                      {messages.sandbox.playMoves}
                    </Button>
                  )}
                </div>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </div>
  );
}
