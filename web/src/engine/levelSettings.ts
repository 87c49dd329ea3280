// How hard each level thinks, and what the features of a position weigh: the tables that Python reads too.

import strengths from "@package/players/level_settings.json";
import weights from "@package/players/weights.json";
import type { BoardName, Edition } from "../rules/wire";

/** What one level does for one decision. */
export interface LevelSettings {
  /** How it searches: a number of the kernel. */
  method: number;
  nodes: number;
  /** Megabytes of memory: how a search fares depends on it. */
  megabytes: number;
  /** Decisions that it looks ahead at most; 0: as many as the nodes allow. */
  depth: number;
  /** So many of the best moves come to its mind. */
  candidates: number;
  /** Or so many moves at random, one after the other, until one will do. */
  draws: number;
  /** A move will do that gives away no more than this of the share of the win. */
  slack: number;
}

type SettingsEntry = Pick<LevelSettings, "nodes"> & Partial<LevelSettings>;

interface SetupSettings {
  levels: SettingsEntry[];
  method: string;
  /** The way to search of the level that has a clock, if it is another. */
  timed?: string;
}

const setups: Record<string, SetupSettings> = strengths.setups;
const nodesOfAMegabyte: Record<string, number> = strengths.nodesOfAMegabyte;
const weightSets: Record<string, { start: number[]; end: number[] }> = weights.tables;

/** At a move that level 1 has drawn. */
export const QUICK_SEARCH: { nodes: number; depth: number } = strengths.glance;

/** The level that has a clock instead of a strength. */
export const TIMED_LEVEL = 10;

/** What a level from 1 to 9 does for a decision. */
export function settingsFor(level: number, board: BoardName, players: number): LevelSettings {
  const { levels, method } = setupFor(board, players);
  const written = levels[level - 1] ?? { nodes: 1 };
  const megabytes = 1 + Math.floor(written.nodes / (nodesOfAMegabyte[method] ?? 1));
  return {
    method: methodNumber(method),
    megabytes,
    depth: 0,
    candidates: 1,
    draws: 0,
    slack: 0,
    ...written,
  };
}

/** How a state is searched where nobody asks for another way. */
export function defaultMethod(board: BoardName, players: number): number {
  return methodNumber(setupFor(board, players).method);
}

/** How the level that has a clock searches. */
export function timedMethod(board: BoardName, players: number): number {
  const { method, timed } = setupFor(board, players);
  return methodNumber(timed ?? method);
}

function setupFor(board: BoardName, players: number): SetupSettings {
  return setups[`${board}/${players}`] as SetupSettings;
}

/** The number of a way to search in the kernel. */
function methodNumber(method: string): number {
  const number = ["alpha-beta", "tree"].indexOf(method);
  if (number < 0) throw new Error(`the kernel has no search called ${method}`);
  return number;
}

/** The weights of a game of this setup: all for the start of a game, then for its end. */
export function weightsFor(board: BoardName, players: number, edition: Edition): number[] {
  const table = weightSets[`${board}/${players}/${edition}`];
  return table ? [...table.start, ...table.end] : [];
}
