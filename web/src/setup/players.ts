// The numbers of players of a game.

import type { Setup } from "../rules/wire";

export type PlayerCount = Setup["players"];

export const PLAYER_COUNTS: readonly PlayerCount[] = [2, 3, 4];

/** R010: the recommended number. */
export const DEFAULT_PLAYERS: PlayerCount = 3;
