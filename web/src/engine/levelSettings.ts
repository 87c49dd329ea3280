// The settings of the levels and the weights of the evaluation, from the files that Python reads
// too.

import levelSettings from "@package/players/level_settings.json";
import weights from "@package/players/weights.json";
import type { BoardName, Edition } from "../rules/wire";
import type { SearchSettings } from "./wasm";

/** How a level searches for one decision. */
export interface LevelSettings {
  /** The kernel's number of the search method. */
  method: number;
  nodes: number;
  /** The size of the transposition table or tree; it affects the result. */
  megabytes: number;
  /** The maximum depth; 0: no limit but the nodes. */
  depth: number;
  /** The mean number of moves that it notices; null: all. */
  attention: number | null;
}

type SettingsEntry = Pick<LevelSettings, "nodes"> & Partial<LevelSettings>;

interface SetupSettings {
  levels: SettingsEntry[];
  method: string;
  /** The search method of the timed level, if it differs. */
  timed?: string;
  /** The same with a network and enough time for it. */
  learned?: string;
  /** What the timed level changes beside the settings of the board. */
  timedSettings?: SearchSettings;
}

const timedSettings: Record<string, SearchSettings> = levelSettings.timedSettings;
const setups: Record<string, SetupSettings> = levelSettings.setups;
const nodesPerMegabyte: Record<string, number> = levelSettings.nodesPerMegabyte;
const weightSets: Record<string, { start: number[]; end: number[] }> = weights.tables;

/** The level that is limited by time instead of nodes. */
export const TIMED_LEVEL = 10;

/** The least time of a decision for the method with a network. */
export const LEARNED_SECONDS: number = levelSettings.learnedSeconds;

/** The settings of a level from 1 to 9. */
export function settingsFor(level: number, board: BoardName, players: number): LevelSettings {
  const { levels, method } = setupFor(board, players);
  const written = levels[level - 1] ?? { nodes: 1 };
  const megabytes = 1 + Math.floor(written.nodes / (nodesPerMegabyte[method] ?? 1));
  return {
    method: methodNumber(method),
    megabytes,
    depth: 0,
    attention: null,
    ...written,
  };
}

/** The search method for a limit of nodes. */
export function defaultMethod(board: BoardName, players: number): number {
  return methodNumber(setupFor(board, players).method);
}

/** The search method for a limit of time. */
export function timedMethod(board: BoardName, players: number): number {
  const { method, timed } = setupFor(board, players);
  return methodNumber(timed ?? method);
}

/** The search method for a limit of time with a network. */
export function learnedMethod(board: BoardName, players: number): number {
  const { method, timed, learned } = setupFor(board, players);
  return methodNumber(learned ?? timed ?? method);
}

/** The search settings that the timed level and timed analysis change. */
export function timedSettingsFor(board: BoardName, players: number): SearchSettings {
  return { ...timedSettings[board], ...setupFor(board, players).timedSettings };
}

function setupFor(board: BoardName, players: number): SetupSettings {
  return setups[`${board}/${players}`] as SetupSettings;
}

/** The kernel's number of a search method. */
function methodNumber(method: string): number {
  const number = ["alpha-beta", "tree"].indexOf(method);
  if (number < 0) throw new Error(`the kernel has no search called ${method}`);
  return number;
}

/** The weights of a setup: those of the opening, then those of the endgame. */
export function weightsFor(board: BoardName, players: number, edition: Edition): number[] {
  const table = weightSets[`${board}/${players}/${edition}`];
  return table ? [...table.start, ...table.end] : [];
}
