// The board's appearance as chosen in the settings.

import type { BoardProps } from "../board/react";
import { useSettings, useTheme } from "../browser/settings";

export function useBoardSettings(): Pick<
  BoardProps,
  "theme" | "motion" | "coordinates" | "colours"
> {
  const { motion, coordinates, colours } = useSettings();
  return { theme: useTheme(), motion, coordinates, colours };
}
