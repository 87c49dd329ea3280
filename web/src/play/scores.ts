// How far each seat is from each victory condition [R170-R173].

import { editionData } from "../rules/editions";
import type { Seat, State } from "../rules/wire";

export interface Score {
  seat: Seat;
  ringsInHand: number;
  eliminated: number;
  eliminatedNeeded: number;
  territory: number;
  territoryNeeded: number;
  /** Set where territory must also exceed what all other seats hold together. */
  territoryOfOthers: number | null;
  /** Consecutive rounds in which only this seat had a real action. */
  exclusiveRounds: number;
  isOut: boolean;
  rank: number | null;
}

export function computeScores(state: State): Score[] {
  const totalTerritory = state.players.reduce((sum, player) => sum + player.territorySpaces, 0);
  const mustExceedOthers = editionData(state.edition).territoryMajority && state.players.length > 2;
  return state.players.map((player) => ({
    seat: player.playerNumber,
    ringsInHand: player.ringsInHand,
    eliminated: player.eliminatedRings,
    eliminatedNeeded: state.victoryThreshold,
    territory: player.territorySpaces,
    territoryNeeded: state.territoryVictoryThreshold,
    territoryOfOthers: mustExceedOthers ? totalTerritory - player.territorySpaces : null,
    exclusiveRounds:
      state.lps.exclusivePlayer === player.playerNumber ? state.lps.exclusiveRounds : 0,
    isOut: player.eliminatedAtTurn !== null,
    rank: state.ranking?.find((each) => each.playerNumber === player.playerNumber)?.rank ?? null,
  }));
}

/** More cells that win: the threshold, and where it counts more than all others together. */
export function territoryLeft({ territory, territoryNeeded, territoryOfOthers }: Score): number {
  return Math.max(territoryNeeded, (territoryOfOthers ?? 0) + 1, 0) - territory;
}
