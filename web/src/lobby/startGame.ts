// Beginning a game: whoever has no account becomes a guest on the way, and goes to the new game.

import { ensureAccount } from "../account/loginSession";
import { createGame } from "../api/games";
import type { GameInfo, NewGame } from "../api/types";
import { navigate } from "../browser/router";
import type { BoardName } from "../rules/wire";

export async function startGame(wanted: NewGame): Promise<GameInfo> {
  await ensureAccount();
  const game = await createGame(wanted);
  navigate(`/game/${game.id}`);
  return game;
}

/** You in seat 1, the computer in the other. */
export const startComputerGame = (board: BoardName, level: number) =>
  startGame({
    settings: { board },
    seats: [{ kind: "me" }, { kind: "level", level }],
    visibility: "private",
  });

/** You, and whoever gets the link. */
export const startFriendGame = (board: BoardName) =>
  startGame({
    settings: { board },
    seats: [{ kind: "me" }, { kind: "open" }],
    visibility: "private",
  });
