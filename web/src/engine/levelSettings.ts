// How hard each level thinks, and what the features of a position weigh: the tables that Python reads too.

import strengths from "@package/players/level_settings.json";
import weights from "@package/players/weights.json";
import type { BoardName, Edition } from "../rules/wire";

/** What one level does for one decision. */
export interface Strength {
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

type Written = Pick<Strength, "nodes"> & Partial<Strength>;

interface Setup {
  levels: Written[];
  method: string;
  /** The way to search of the level that has a clock, if it is another. */
  timed?: string;
}

const setups: Record<string, Setup> = strengths.setups;
const nodesOfAMegabyte: Record<string, number> = strengths.nodesOfAMegabyte;
const tables: Record<string, { start: number[]; end: number[] }> = weights.tables;

/** At a move that level 1 has drawn. */
export const GLANCE: { nodes: number; depth: number } = strengths.glance;

/** The level that has a clock instead of a strength. */
export const TIMED = 10;

/** What a level from 1 to 9 does for a decision. */
export function strengthOf(level: number, board: BoardName, players: number): Strength {
  const { levels, method } = setupOf(board, players);
  const written = levels[level - 1] ?? { nodes: 1 };
  const megabytes = 1 + Math.floor(written.nodes / (nodesOfAMegabyte[method] ?? 1));
  return {
    method: numberOf(method),
    megabytes,
    depth: 0,
    candidates: 1,
    draws: 0,
    slack: 0,
    ...written,
  };
}

/** How a state is searched where nobody asks for another way. */
export function usualMethod(board: BoardName, players: number): number {
  return numberOf(setupOf(board, players).method);
}

/** How the level that has a clock searches. */
export function timedMethod(board: BoardName, players: number): number {
  const { method, timed } = setupOf(board, players);
  return numberOf(timed ?? method);
}

function setupOf(board: BoardName, players: number): Setup {
  return setups[`${board}/${players}`] as Setup;
}

/** The number of a way to search in the kernel. */
function numberOf(method: string): number {
  const number = ["alpha-beta", "tree"].indexOf(method);
  if (number < 0) throw new Error(`the kernel has no search called ${method}`);
  return number;
}

/** The weights of a game of this setup: all for the start of a game, then for its end. */
export function weightsFor(board: BoardName, players: number, edition: Edition): number[] {
  const table = tables[`${board}/${players}/${edition}`];
  return table ? [...table.start, ...table.end] : [];
}
