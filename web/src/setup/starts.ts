// How a game starts: on the empty board, or from a balanced start of the package's books.

import { balanced } from "@package/starts/data/defaults.json";
import type { BoardName } from "../rules/wire";
import type { PlayerCount } from "./players";

export type StartName = "empty" | "balanced";

export const START_NAMES: readonly StartName[] = ["empty", "balanced"];

/** The start of a game for which none is chosen; the server has the same default. */
export function defaultStart(board: BoardName, players: PlayerCount): StartName {
  const isBalanced = balanced.some((each) => each.board === board && each.players === players);
  return isBalanced ? "balanced" : "empty";
}
