// The fields of a quick match, the settings made of them, and how many people wait for each.

import type { GameSettings, QuickMatchCount } from "../api/types";
import { loadChoice, saveChoice } from "../browser/lastChoice";
import { BOARD_NAMES } from "../rules/boards";
import type { BoardName } from "../rules/wire";
import { DEFAULT_PLAYERS, PLAYER_COUNTS, type PlayerCount } from "../setup/players";
import { CLOCKS } from "./newGameForm";

export const QUICK_CLOCKS = ["quick", "usual", "slow"] as const;
export type QuickClock = (typeof QUICK_CLOCKS)[number];

export interface QuickMatchForm {
  players: PlayerCount;
  board: BoardName;
  clock: QuickClock;
  rated: boolean;
}

export type WantedSettings = Pick<GameSettings, "players" | "board" | "clock" | "rated">;

/** The last quick match of this browser. */
export function loadForm(): QuickMatchForm {
  const counts = PLAYER_COUNTS.map(String);
  return {
    players: Number(loadChoice("match.players", counts, `${DEFAULT_PLAYERS}`)) as PlayerCount,
    board: loadChoice("match.board", BOARD_NAMES, "square8"),
    clock: loadChoice("match.clock", QUICK_CLOCKS, "usual"),
    rated: loadChoice("match.rated", ["no", "yes"], "no") === "yes",
  };
}

export function saveForm({ players, board, clock, rated }: QuickMatchForm): void {
  saveChoice("match.players", `${players}`);
  saveChoice("match.board", board);
  saveChoice("match.clock", clock);
  saveChoice("match.rated", rated ? "yes" : "no");
}

/** Guests play unrated games. */
export function wantedSettings(form: QuickMatchForm, hasAccount: boolean): WantedSettings {
  const { players, board, clock, rated } = form;
  return {
    players,
    board,
    clock: CLOCKS[clock] as GameSettings["clock"],
    rated: rated && hasAccount,
  };
}

/** How many people look for a game with these settings; fields that are left out may differ. */
export function countWaiting(
  counts: readonly QuickMatchCount[],
  wanted: { [Name in keyof WantedSettings]?: WantedSettings[Name] | undefined },
): number {
  const fields = Object.entries(wanted) as [keyof WantedSettings, unknown][];
  return counts
    .filter(({ settings }) =>
      fields.every(([name, value]) => value === undefined || isEqual(settings[name], value)),
    )
    .reduce((sum, { waiting }) => sum + waiting, 0);
}

const isEqual = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one === "object" && sortedJson(one) === sortedJson(other));

const sortedJson = (value: unknown): string =>
  JSON.stringify(Object.entries(value as object).sort(([a], [b]) => (a < b ? -1 : 1)));
