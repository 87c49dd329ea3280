// The rulebook's scenarios (written by `python -m tools.web_scenarios`).

import list from "./scenarios.json";

export interface Scenario {
  id: string;
  title: string;
  subject: string;
  rules: string[];
  position: string;
  moves: string[];
}

export const scenarios: readonly Scenario[] = list;

/** Finds the scenarios whose id, title, subject and rules contain every word of the query. */
export function searchScenarios(query: string): Scenario[] {
  const terms = query.toLowerCase().split(/\s+/).filter(Boolean);
  return scenarios.filter((scenario) => {
    const { id, title, subject, rules } = scenario;
    const text = `${id} ${title} ${subject} ${rules.join(" ")}`.toLowerCase();
    return terms.every((word) => text.includes(word));
  });
}
