// The exact rules, for disputes and programs, with the decisions where the sources contradict each other.

import type { PageProps } from "../browser/route";
import { DocumentPage } from "../rulebook/DocumentPage";
import { documents } from "../rulebook/sections";
import "../rulebook/rulebook.css";

export default function ExactRulesPage({ route }: PageProps) {
  return <DocumentPage sections={documents().exact} inEnglish route={route} />;
}
