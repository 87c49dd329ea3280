// The editions of src/ringrift/rules/data/editions.json, in the order of the kernel's numbers.

import data from "@package/rules/data/editions.json";
import { gridOf } from "./grid";
import type { BoardName, Edition } from "./wire";

export interface EditionData {
  name: Edition;
  ringsPerPlayer: Record<BoardName, number>;
  ringThreshold: { seatFactor: number; seatOffset: number; divisor: number; extra: number };
  territoryDivisor: number | "players";
  /** R062: the winner also owns more cells than all opponents together. */
  territoryMajority: boolean;
  /** R122: a whole cap or one ring. */
  lineCost: "cap" | "ring";
}

const EDITIONS_DATA = data.editions as readonly EditionData[];

export const EDITIONS: readonly Edition[] = EDITIONS_DATA.map(({ name }) => name);
export const DEFAULT_EDITION = data.default as Edition;
export const EDITION_CHOICES = [DEFAULT_EDITION, ...EDITIONS.filter((e) => e !== DEFAULT_EDITION)];

export function editionData(edition: Edition): EditionData {
  return EDITIONS_DATA[EDITIONS.indexOf(edition)] as EditionData;
}

/** R020: the rings that each player owns. */
export function ringsPerPlayer(edition: Edition, board: BoardName): number {
  return editionData(edition).ringsPerPlayer[board];
}

/** R061: the number of eliminated rings that wins. */
export function ringThreshold(edition: Edition, board: BoardName, players: number): number {
  const { seatFactor, seatOffset, divisor, extra } = editionData(edition).ringThreshold;
  const rings = ringsPerPlayer(edition, board) * (seatFactor * players + seatOffset);
  return Math.floor(rings / divisor) + extra;
}

/** R062: the smallest number of own cells that can win. */
export function territoryThreshold(edition: Edition, board: BoardName, players: number): number {
  const { territoryDivisor } = editionData(edition);
  const divisor = territoryDivisor === "players" ? players : territoryDivisor;
  return Math.floor(gridOf(board).size / divisor) + 1;
}
