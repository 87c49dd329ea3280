// A game or a position inside a page of another site: read-only and without a session.

import { useMemo } from "react";
import type { PageProps } from "../browser/route";
import { settings } from "../browser/settings";
import { EmbeddedGame } from "../embed/EmbeddedGame";
import { EmbeddedPosition } from "../embed/EmbeddedPosition";
import { readEmbedOptions, settingsFor } from "../embed/embedOptions";

export default function EmbedPage({ route }: PageProps) {
  const { page, params, query } = route;
  const options = useMemo(() => {
    const read = readEmbedOptions(query);
    settings.override(settingsFor(read));
    return read;
  }, [query]);
  return page === "embedPosition" ? (
    <EmbeddedPosition position={query.get("position") ?? ""} size={options.size} />
  ) : (
    <EmbeddedGame id={params.id ?? ""} size={options.size} turn={options.turn} />
  );
}
