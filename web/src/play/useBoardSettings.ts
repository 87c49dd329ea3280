// The board's appearance as chosen in the settings.

import type { BoardProps } from "../board/react";
import { useSettings } from "../browser/settings";

export function useBoardSettings(): Pick<
  BoardProps,
  "theme" | "motion" | "coordinates" | "patterns"
> {
  const { theme, motion, coordinates, patterns } = useSettings();
  return { theme, motion, coordinates, patterns: patterns === "strong" ? "strong" : "plain" };
}
