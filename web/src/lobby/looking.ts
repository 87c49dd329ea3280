// Looking for an opponent: asked again and again until there is a game, or one has had enough.

import { player } from "../account/session";
import { leaveGame, quickMatch, stopLooking } from "../api/games";
import { ServerRefusal } from "../api/http";
import type { GameInfo, GameSettings } from "../api/types";
import { live } from "../live/live";

const AGAIN_MS = 2_000;
const LONGEST_PAUSE_MS = 10_000;

export interface Looker {
  /** Nobody is there yet; `trouble` where the server did not even answer. */
  waits(seconds: number, trouble: boolean): void;
  finds(game: GameInfo): void;
  /** A game was found when one had already stopped looking; it was given up. */
  missed(): void;
  /** Such a game cannot be looked for. */
  fails(error: unknown): void;
}

/** Begins to look; the answer stops it. */
export function look(settings: Partial<GameSettings>, looker: Looker): () => void {
  let wanted = true;
  let asking = false;
  let failures = 0;
  let timer = 0;
  let waited = 0;

  const ask = async () => {
    asking = true;
    try {
      await player();
      const { game, waiting } = await quickMatch(settings);
      failures = 0;
      waited = Math.round(waiting);
      if (!wanted) await (game ? giveUp(game, looker) : stop(looker));
      else if (game) {
        wanted = false;
        looker.finds(game);
      } else again();
    } catch (error) {
      if (wanted) tryAgain(error);
      else stop(looker).catch(() => undefined);
    } finally {
      asking = false;
    }
  };
  const again = () => {
    looker.waits(waited, failures > 0);
    timer = window.setTimeout(ask, Math.min(AGAIN_MS * 2 ** failures, LONGEST_PAUSE_MS));
  };
  const tryAgain = (error: unknown) => {
    failures += 1;
    if (passes(error)) return again();
    wanted = false;
    looker.fails(error);
  };

  void ask();
  return () => {
    window.clearTimeout(timer);
    // What is under way ends first: asked to stop before it, the server would go on looking.
    if (wanted && !asking) stop(looker).catch(() => undefined);
    wanted = false;
  };
}

/** Whether waiting helps: no connection, too many requests, a server in trouble. */
function passes(error: unknown): boolean {
  return (
    error instanceof ServerRefusal && (error.status === 0 || error.status === 429 || error.status >= 500)
  );
}

/** A game may have been found since the last question. */
async function stop(looker: Looker): Promise<void> {
  const { game } = await stopLooking();
  if (game) await giveUp(game, looker);
}

/** The other would wait for somebody who has left. */
async function giveUp(game: GameInfo, looker: Looker): Promise<void> {
  looker.missed();
  if (game.status === "open") await leaveGame(game.id);
  else await live.order(game.id, { type: "resign" });
}
