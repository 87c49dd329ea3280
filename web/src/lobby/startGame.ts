// Creates a game and opens it; creates a guest account if needed.

import { ensureAccount } from "../account/loginSession";
import { createGame } from "../api/games";
import type { GameInfo, NewGame, RequestedSeat } from "../api/types";
import { navigate } from "../browser/router";
import type { BoardName, Seat } from "../rules/wire";

export type SeatWish = Seat | "random";

export async function startGame(request: NewGame, query = ""): Promise<GameInfo> {
  await ensureAccount();
  const game = await createGame(request);
  navigate(`/game/${game.id}${query}`);
  return game;
}

/** The query of a game whose page gives hints by itself at first. */
const WITH_HINTS = "?hints=on";

/** A game of two against the weakest level, with hints. */
export const startFirstGame = () =>
  startGame(
    {
      settings: { board: "square8", players: 2 },
      seats: [{ kind: "me" }, { kind: "level", level: 1 }],
      visibility: "unlisted",
    },
    WITH_HINTS,
  );

interface ComputerGame {
  board: BoardName;
  level: number;
  opponents?: number;
  seat?: SeatWish;
}

/** You against one to three computers of this level. */
export const startComputerGame = ({ board, level, opponents = 1, seat = 1 }: ComputerGame) =>
  startGame({
    settings: { board },
    ...seatRequest(seat, Array(opponents).fill({ kind: "level", level })),
    visibility: "unlisted",
  });

/** You, and one to three people who have the link. */
export const startFriendGame = (board: BoardName, friends: number) =>
  startGame({
    settings: { board },
    ...seatRequest(1, Array(friends).fill({ kind: "open" })),
    visibility: "private",
  });

/** The seats with you in the wished one; the others keep their order. */
export function seatRequest(
  wish: SeatWish,
  others: RequestedSeat[],
): Pick<NewGame, "seats" | "seating"> {
  if (wish === "random") return { seats: [{ kind: "me" }, ...others], seating: "random" };
  return { seats: others.toSpliced(wish - 1, 0, { kind: "me" }) };
}
