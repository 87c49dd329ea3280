// A document for players: its contents beside its sections.

import { useEffect } from "react";
import { decodeOrKeep, type Route } from "../browser/route";
import { messages } from "../messages";
import { plainText } from "./inline";
import { RulebookSection } from "./RulebookSection";
import type { Section } from "./sections";

export function DocumentText({ sections, route }: { sections: readonly Section[]; route: Route }) {
  // The route is a new object for every navigation, even to the same fragment.
  useEffect(() => {
    if (route.fragment !== "")
      document.getElementById(decodeOrKeep(route.fragment))?.scrollIntoView();
  }, [route]);
  return (
    <div className="rulebook-body">
      <nav className="contents" aria-label={messages.rulebook.contents}>
        <ul className="plain">
          {sections.map(({ id, level, title }) => (
            <li key={id} data-level={level}>
              <a href={`#${id}`}>{plainText(title).replace(/ \[[^\]]*\]/g, "")}</a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="rulebook-text">
        {sections.map((section) => (
          <RulebookSection key={section.id} section={section} here={route.fragment} />
        ))}
      </div>
    </div>
  );
}
