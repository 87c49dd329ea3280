// How far each seat is from every way to win [R170-R173].

import type { Seat, State } from "../rules/wire";

export interface Score {
  seat: Seat;
  hand: number;
  eliminated: number;
  eliminatedNeeded: number;
  territory: number;
  territoryNeeded: number;
  /** In `standard` with three or four seats the territory must be more than all others hold together. */
  others: number | null;
  /** Rounds in which this seat alone could act; two of them win. */
  standing: number;
  out: boolean;
  rank: number | null;
}

export function computeScores(state: State): Score[] {
  const all = state.players.reduce((sum, player) => sum + player.territorySpaces, 0);
  const together = state.edition === "standard" && state.players.length > 2;
  return state.players.map((player) => ({
    seat: player.playerNumber,
    hand: player.ringsInHand,
    eliminated: player.eliminatedRings,
    eliminatedNeeded: state.victoryThreshold,
    territory: player.territorySpaces,
    territoryNeeded: state.territoryVictoryThreshold,
    others: together ? all - player.territorySpaces : null,
    standing: state.lps.exclusivePlayer === player.playerNumber ? state.lps.exclusiveRounds : 0,
    out: player.eliminatedAtTurn !== null,
    rank: state.ranking?.find((each) => each.playerNumber === player.playerNumber)?.rank ?? null,
  }));
}
