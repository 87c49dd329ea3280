// The sounds of a move: what it did, then whose turn it is.

import type { Sound } from "../browser/sound";
import type { Step } from "../engine/engine";
import type { Move, Seat, State } from "../rules/wire";

/** Returns the sounds of a step for the seats played on this screen. */
export function soundsOf(
  { move, view: { state } }: Step,
  before: State | null,
  ownSeats: readonly Seat[],
): Sound[] {
  const [own] = ownSeats;
  if (state.gameStatus === "completed") return [actionSound(move), resultSound(state, ownSeats)];
  const yourTurn =
    ownSeats.length === 1 && state.currentPlayer === own && before?.currentPlayer !== own;
  return [
    actionSound(move),
    ...(before && hasTurnedMarkers(before, state) ? (["flip"] as const) : []),
    ...(before && yourTurn ? (["turn"] as const) : []),
  ];
}

function resultSound({ winner }: State, ownSeats: readonly Seat[]): Sound {
  if (!winner || ownSeats.length === 0) return "end";
  return ownSeats.includes(winner) ? "win" : "loss";
}

function hasTurnedMarkers(before: State, after: State): boolean {
  return Object.entries(before.board.markers).some(([key, { player }]) => {
    const now = after.board.markers[key];
    return now !== undefined && now.player !== player;
  });
}

function actionSound(move: Move): Sound {
  switch (move.type) {
    case "place_ring":
      return "place";
    case "overtaking_capture":
    case "continue_capture_segment":
      return "capture";
    case "process_line":
    case "choose_line_reward":
      return "line";
    case "process_territory_region":
      return "region";
    case "eliminate_rings_from_stack":
    case "forced_elimination":
      return "eliminate";
    default:
      return "move";
  }
}
