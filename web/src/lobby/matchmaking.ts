// Matchmaking: asks the server again and again until it finds an opponent or the player stops.

import { ensureAccount } from "../account/loginSession";
import { cancelQuickMatch, leaveGame, quickMatch } from "../api/games";
import { ServerRefusal } from "../api/http";
import type { GameInfo, GameSettings } from "../api/types";
import { liveClient } from "../live/liveClient";

const POLL_MS = 2_000;
const MAX_POLL_MS = 10_000;

export interface MatchmakingListener {
  /** No opponent yet; `unreachable` if the server did not answer. */
  onWaiting(seconds: number, unreachable: boolean): void;
  onFound(game: GameInfo): void;
  /** An opponent was found after the player had stopped; the game has been left. */
  onMissed(): void;
  /** Such a game could not be left. */
  onLeaveFailed(error: unknown): void;
  /** The server refuses to search for this game. */
  onRefused(error: unknown): void;
}

/**
 * Resolves when the last search has ended. The server keeps one search per account, so a new one
 * must not start before: cancelling the old one would cancel both.
 */
let lastSearch: Promise<unknown> = Promise.resolve();

/** Starts a search and returns a function that stops it. */
export function startMatchmaking(
  settings: Partial<GameSettings>,
  listener: MatchmakingListener,
): () => void {
  let active = true;
  let failures = 0;
  let timer = 0;
  let waited = 0;
  /** Found by a request that was pending when the player stopped. */
  let lateGame: GameInfo | null = null;

  const poll = async () => {
    try {
      await lastSearch;
      if (!active) return;
      await ensureAccount();
      const { game, waiting } = await quickMatch(settings);
      failures = 0;
      waited = Math.round(waiting);
      if (!active) lateGame = game;
      else if (game) {
        active = false;
        listener.onFound(game);
      } else pollLater();
    } catch (error) {
      if (active) handleFailure(error);
    }
  };
  const pollLater = () => {
    listener.onWaiting(waited, failures > 0);
    timer = window.setTimeout(
      () => {
        pending = poll();
      },
      Math.min(POLL_MS * 2 ** failures, MAX_POLL_MS),
    );
  };
  const handleFailure = (error: unknown) => {
    failures += 1;
    if (isTransient(error)) return pollLater();
    active = false;
    listener.onRefused(error);
  };
  /** Ends the search and returns a game that was found all the same. */
  const cancel = async () => {
    // The pending request must end first: the server would go on searching after an earlier cancel.
    await pending;
    return lateGame ?? cancelSearch();
  };

  let pending = poll();
  return () => {
    window.clearTimeout(timer);
    if (!active) return;
    active = false;
    const cancelled = cancel();
    lastSearch = cancelled;
    cancelled
      .then((game) => game && abandon(game).then(listener.onMissed))
      .catch(listener.onLeaveFailed);
  };
}

/** Whether retrying helps: no connection, rate limit, server error. */
function isTransient(error: unknown): boolean {
  return (
    error instanceof ServerRefusal &&
    (error.status === 0 || error.status === 429 || error.status >= 500)
  );
}

/** The game found since the last poll, if any. A server that does not answer drops the search itself. */
function cancelSearch(): Promise<GameInfo | null> {
  return cancelQuickMatch().then(
    ({ game }) => game,
    () => null,
  );
}

/** Leaves or aborts the game, so that the opponent does not wait. */
async function abandon(game: GameInfo): Promise<void> {
  if (game.status === "open") await leaveGame(game.id);
  else await liveClient.sendCommand(game.id, { type: "resign" });
}
