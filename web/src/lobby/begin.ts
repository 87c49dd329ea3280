// Beginning a game: whoever has no account becomes a guest on the way, and goes to the new game.

import { player } from "../account/session";
import { makeGame } from "../api/games";
import type { GameInfo, NewGame } from "../api/types";
import { go } from "../app/router";
import type { BoardName } from "../rules/wire";

export async function begin(wanted: NewGame): Promise<GameInfo> {
  await player();
  const game = await makeGame(wanted);
  go(`/game/${game.id}`);
  return game;
}

/** You in seat 1, the computer in the other. */
export const playLevel = (board: BoardName, level: number) =>
  begin({
    settings: { board },
    seats: [{ kind: "me" }, { kind: "level", level }],
    visibility: "private",
  });

/** You, and whoever gets the link. */
export const playFriend = (board: BoardName) =>
  begin({ settings: { board }, seats: [{ kind: "me" }, { kind: "open" }], visibility: "private" });
