// A page that shows one document, whose first section is the title and the introduction.

import type { Route } from "../browser/route";
import { SOURCE_LANGUAGE } from "../messages/language";
import { DocumentText } from "./DocumentText";
import { plainText } from "./inline";
import { PassageView } from "./RulebookSection";
import type { Section } from "./sections";

export function DocumentPage({
  sections: [introduction, ...sections],
  route,
  inEnglish = false,
}: {
  sections: readonly Section[];
  route: Route;
  /** The document is not translated. */
  inEnglish?: boolean;
}) {
  return (
    <div
      className="rulebook"
      lang={inEnglish ? SOURCE_LANGUAGE : undefined}
      dir={inEnglish ? "ltr" : undefined}
    >
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
