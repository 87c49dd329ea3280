// The rulebook's scenarios to open: by subject, found by words or rule numbers.

import { useMemo, useState } from "react";
import { Button } from "../components/Button";
import { TextField } from "../components/fields";
import { groupBy } from "../play/prompt";
import { words } from "../strings";
import { type Scenario, searchScenarios } from "./scenarios";

interface ScenarioBrowserProps {
  /** `story`: with its moves made, to be walked through. */
  onOpen(scenario: Scenario, story: boolean): void;
}

export function ScenarioBrowser({ onOpen }: ScenarioBrowserProps) {
  const [question, setQuestion] = useState("");
  const found = useMemo(() => searchScenarios(question), [question]);
  const subjects = useMemo(() => [...groupBy(found, (scenario) => scenario.subject)], [found]);
  return (
    <div className="scenario-browser">
      <p className="quiet">{words.sandbox.scenarioLead}</p>
      <TextField
        label={words.sandbox.search}
        type="search"
        value={question}
        onChange={setQuestion}
      />
      <p role="status" className="quiet">
        {words.sandbox.found(found.length)}
      </p>
      {subjects.map(([subject, own]) => (
        <details key={subject} open={question !== ""}>
          <summary>
            {words.sandbox.subjects[subject] ?? subject}{" "}
            <small className="quiet">{own.length}</small>
          </summary>
          <ul className="plain">
            {own.map((scenario) => (
              <li key={scenario.id}>
                <p>
                  {scenario.title} <small className="quiet">{scenario.rules.join(", ")}</small>
                </p>
                <div className="buttons">
                  <Button onClick={() => onOpen(scenario, false)}>{words.sandbox.open}</Button>
                  {scenario.moves.length > 0 && (
                    <Button kind="quiet" onClick={() => onOpen(scenario, true)}>
                      {words.sandbox.story}
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
