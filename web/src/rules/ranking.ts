// The final ranking, and the end that a host declares [R170].

import { HOST_REASONS } from "./enums";
import { refuse } from "./messages";
import type { Player, Seat, State } from "./wire";

/** R170: the winner, then the others by survival and standing; equals share a rank (1-2-2-4). */
export function rankingWith(state: State, winner: Seat): NonNullable<State["ranking"]> {
  const others = state.players.filter((player) => player.playerNumber !== winner);
  const keys = new Map(others.map((player) => [player, standing(state, player)]));
  const compare = (one: Player, other: Player): number => {
    const [left, right] = [keys.get(one) ?? [], keys.get(other) ?? []];
    const at = left.findIndex((part, place) => part !== right[place]);
    return at < 0 ? 0 : (right[at] ?? 0) - (left[at] ?? 0);
  };
  const placed = [...others]
    .sort((one, other) => compare(one, other) || one.playerNumber - other.playerNumber)
    .map((player) => ({
      playerNumber: player.playerNumber,
      rank: 2 + others.filter((other) => compare(other, player) < 0).length,
    }));
  return [{ playerNumber: winner, rank: 1 }, ...placed];
}

/** The state after a host's end of the game: resignation, timeout or abandonment. */
export function concluded(state: State, winner: Seat, reason: string): State {
  if (state.winner !== null) refuse("GAME_OVER.result", {});
  if (!HOST_REASONS.includes(reason) || winner > state.players.length) {
    refuse("INVALID_RESULT", { seat: winner, reason, choices: HOST_REASONS });
  }
  return {
    ...state,
    currentPhase: "game_over",
    gameStatus: "completed",
    winner,
    victoryReason: reason,
    ranking: rankingWith(state, winner),
  };
}

/** Survival (never or later out is better), territory, eliminated rings, markers, latest turn action. */
function standing(state: State, player: Player): number[] {
  const markers = Object.values(state.board.markers).filter(
    (marker) => marker.player === player.playerNumber,
  ).length;
  const survival = player.eliminatedAtTurn ?? state.turnNumber + 1;
  return [
    survival,
    player.territorySpaces,
    player.eliminatedRings,
    markers,
    player.lastActionTurn ?? 0,
  ];
}
