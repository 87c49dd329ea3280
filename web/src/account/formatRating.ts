// Ratings as they are shown everywhere: "1523", or "1523?" while they are uncertain.

import type { ShownRating } from "../api/types";

export const formatRating = ({ value, uncertain }: ShownRating): string =>
  uncertain ? `${value}?` : `${value}`;

/** Formats as `+13`, `−4` or `±0`. */
export function formatChange(change: number): string {
  if (change === 0) return "±0";
  return change < 0 ? `−${-change}` : `+${change}`;
}
