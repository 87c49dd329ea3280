// A page that shows one document, whose first section is the title and the introduction.

import type { Route } from "../browser/route";
import { DocumentText } from "./DocumentText";
import { plainText } from "./inline";
import { PassageView } from "./RulebookSection";
import type { Section } from "./sections";

export function DocumentPage({
  sections: [introduction, ...sections],
  route,
}: {
  sections: readonly Section[];
  route: Route;
}) {
  return (
    <div className="rulebook">
      <header className="rulebook-header">
        <h1>{plainText(introduction?.title ?? [])}</h1>
        {introduction?.passages.map((passage) => (
          <PassageView key={passage.id} passage={passage} here={route.fragment} />
        ))}
      </header>
      <DocumentText sections={sections} route={route} />
    </div>
  );
}
