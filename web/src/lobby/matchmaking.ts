// Looking for an opponent: asked again and again until there is a game, or one has had enough.

import { ensureAccount } from "../account/loginSession";
import { cancelQuickMatch, leaveGame, quickMatch } from "../api/games";
import { ServerRefusal } from "../api/http";
import type { GameInfo, GameSettings } from "../api/types";
import { liveClient } from "../live/liveClient";

const AGAIN_MS = 2_000;
const LONGEST_PAUSE_MS = 10_000;

export interface MatchmakingListener {
  /** Nobody is there yet; `trouble` where the server did not even answer. */
  waits(seconds: number, trouble: boolean): void;
  finds(game: GameInfo): void;
  /** A game was found when one had already stopped looking; it has been given up. */
  missed(): void;
  /** Such a game could not be given up. */
  stuck(error: unknown): void;
  /** Such a game cannot be looked for. */
  fails(error: unknown): void;
}

/** The end of the last search. The server knows one search of an account: a new one that it heard of before would end too. */
let lastEnd: Promise<unknown> = Promise.resolve();

/** Begins to startMatchmaking; the answer stops it. */
export function startMatchmaking(
  settings: Partial<GameSettings>,
  looker: MatchmakingListener,
): () => void {
  let wanted = true;
  let failures = 0;
  let timer = 0;
  let waited = 0;
  /** Found by a question that was under way when one stopped. */
  let late: GameInfo | null = null;

  const ask = async () => {
    try {
      await lastEnd;
      if (!wanted) return;
      await ensureAccount();
      const { game, waiting } = await quickMatch(settings);
      failures = 0;
      waited = Math.round(waiting);
      if (!wanted) late = game;
      else if (game) {
        wanted = false;
        looker.finds(game);
      } else again();
    } catch (error) {
      if (wanted) tryAgain(error);
    }
  };
  const again = () => {
    looker.waits(waited, failures > 0);
    timer = window.setTimeout(
      () => {
        asking = ask();
      },
      Math.min(AGAIN_MS * 2 ** failures, LONGEST_PAUSE_MS),
    );
  };
  const tryAgain = (error: unknown) => {
    failures += 1;
    if (passes(error)) return again();
    wanted = false;
    looker.fails(error);
  };
  /** The game that was found all the same. */
  const end = async () => {
    // What is under way ends first: asked to stop before it, the server would go on looking.
    await asking;
    return late ?? stopped();
  };

  let asking = ask();
  return () => {
    window.clearTimeout(timer);
    if (!wanted) return;
    wanted = false;
    const ended = end();
    lastEnd = ended;
    ended.then((game) => game && giveUp(game).then(looker.missed)).catch(looker.stuck);
  };
}

/** Whether waiting helps: no connection, too many requests, a server in trouble. */
function passes(error: unknown): boolean {
  return (
    error instanceof ServerRefusal &&
    (error.status === 0 || error.status === 429 || error.status >= 500)
  );
}

/** A game may have been found since the last question. A server that does not answer forgets the search by itself. */
function stopped(): Promise<GameInfo | null> {
  return cancelQuickMatch().then(
    ({ game }) => game,
    () => null,
  );
}

/** The other would wait for somebody who has left. */
async function giveUp(game: GameInfo): Promise<void> {
  if (game.status === "open") await leaveGame(game.id);
  else await liveClient.sendCommand(game.id, { type: "resign" });
}
