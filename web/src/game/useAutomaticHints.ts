// Hints that come by themselves in a first game, for the first turns.

import { useEffect } from "react";
import type { PositionView } from "../engine/engine";
import type { Seat } from "../rules/wire";

/** Five turns of each of two players. */
const LAST_TURN = 10;

/** Asks for a hint at every decision of the player's first turns. */
export function useAutomaticHints(
  enabled: boolean,
  view: PositionView | null,
  ownSeats: readonly Seat[],
  requestHint: () => void,
): void {
  const decision = view?.decision;
  const wanted =
    enabled &&
    decision?.interactive === true &&
    ownSeats.includes(decision.seat) &&
    view !== null &&
    view.state.turnNumber <= LAST_TURN;
  const position = wanted ? view.hash : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: one hint for each position
  useEffect(() => {
    if (position !== null) requestHint();
  }, [position]);
}
