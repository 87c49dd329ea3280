// Waits for the rating of a finished game: the server rates it soon after its end.

import { useEffect } from "react";
import type { GameInfo } from "../api/types";

const POLL_MS = 1_000;
const MAX_POLLS = 30;

/** Fetches the description of the game until it says whether the game counted. */
export function useRatingOutcome(
  { rated, status, rating_outcome: outcome }: GameInfo,
  wanted: boolean,
  refreshInfo: () => Promise<void>,
): void {
  const waits = wanted && rated && status === "over" && !outcome;
  useEffect(() => {
    if (!waits) return;
    let polls = 0;
    const timer = window.setInterval(() => {
      polls++;
      if (polls >= MAX_POLLS) window.clearInterval(timer);
      void refreshInfo();
    }, POLL_MS);
    return () => window.clearInterval(timer);
  }, [waits, refreshInfo]);
}
