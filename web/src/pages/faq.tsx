// Questions and answers about the rules, each with a board to try.

import type { PageProps } from "../browser/route";
import { DocumentPage } from "../rulebook/DocumentPage";
import { documents } from "../rulebook/sections";
import "../rulebook/rulebook.css";

export default function FaqPage({ route }: PageProps) {
  return <DocumentPage sections={documents().faq} route={route} />;
}
