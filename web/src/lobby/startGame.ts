// Creates a game and opens it; creates a guest account if needed.

import { ensureAccount } from "../account/loginSession";
import { createGame } from "../api/games";
import type { GameInfo, NewGame } from "../api/types";
import { navigate } from "../browser/router";
import type { BoardName } from "../rules/wire";

export async function startGame(request: NewGame): Promise<GameInfo> {
  await ensureAccount();
  const game = await createGame(request);
  navigate(`/game/${game.id}`);
  return game;
}

/** You in seat 1, the computer in seat 2. */
export const startComputerGame = (board: BoardName, level: number) =>
  startGame({
    settings: { board },
    seats: [{ kind: "me" }, { kind: "level", level }],
    visibility: "private",
  });

/** You in seat 1, and anyone who has the link. */
export const startFriendGame = (board: BoardName) =>
  startGame({
    settings: { board },
    seats: [{ kind: "me" }, { kind: "open" }],
    visibility: "private",
  });
