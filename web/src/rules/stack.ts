// A stack's rings, top first.

import type { Seat } from "./wire";

/** R022: the run of top rings of the controller's colour. */
export function capHeight(rings: readonly Seat[]): number {
  const other = rings.findIndex((ring) => ring !== rings[0]);
  return other < 0 ? rings.length : other;
}
