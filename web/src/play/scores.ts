// How far each seat is from every way to win [R170-R173].

import { editionData } from "../rules/editions";
import type { Seat, State } from "../rules/wire";

export interface Score {
  seat: Seat;
  ringsInHand: number;
  eliminated: number;
  eliminatedNeeded: number;
  territory: number;
  territoryNeeded: number;
  /** In `standard` with three or four seats the territory must be more than all others hold together. */
  territoryOfOthers: number | null;
  /** Rounds in which this seat alone could act; two of them win. */
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
