// How hard each level thinks, and what the features of a position weigh: the tables that Python reads too.

import strengths from "@package/players/strengths.json";
import weights from "@package/players/weights.json";
import type { BoardName, Edition } from "../rules/wire";

/** What one level does for one decision. */
export interface Strength {
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

interface Slip {
  slack: number;
  candidates?: number;
  draws?: number;
}

const setups: Record<string, { method: string; nodes: number[] }> = strengths.setups;
const tables: Record<string, { start: number[]; end: number[] }> = weights.tables;

/** At a move that level 1 has drawn. */
export const GLANCE: { nodes: number; depth: number } = strengths.glance;

/** The level that has a clock instead of a strength. */
export const TIMED = 10;

/** What a level from 1 to 9 does for a decision. */
export function strengthOf(level: number, board: BoardName, players: number): Strength {
  const beginners = strengths.beginners[board === "square19" || board === "hexagonal" ? "big" : "small"];
  const slip: Slip | undefined = beginners.levels[level - 1];
  const nodes = slip
    ? beginners.nodes
    : (setups[`${board}/${players}`]?.nodes[level - 1 - beginners.levels.length] ?? 0);
  return {
    nodes,
    megabytes: 1 + Math.floor(nodes / strengths.nodesOfAMegabyte["alpha-beta"]),
    depth: slip ? 1 : 0,
    candidates: slip?.candidates ?? 1,
    draws: slip?.draws ?? 0,
    slack: slip?.slack ?? 0,
  };
}

/** The weights of a game of this setup: all for the start of a game, then for its end. */
export function weightsFor(board: BoardName, players: number, edition: Edition): number[] {
  const table = tables[`${board}/${players}/${edition}`];
  return table ? [...table.start, ...table.end] : [];
}
