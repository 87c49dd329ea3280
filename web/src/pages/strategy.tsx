// The strategy chapter, with boards to try.

import type { PageProps } from "../browser/route";
import { DocumentPage } from "../rulebook/DocumentPage";
import { documents } from "../rulebook/sections";
import "../rulebook/rulebook.css";

export default function StrategyPage({ route }: PageProps) {
  return <DocumentPage sections={documents().strategy} route={route} />;
}
