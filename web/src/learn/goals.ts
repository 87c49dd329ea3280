// Predicates on a learner's attempt, from which tasks build their goals.

import { cellAt, gridOf } from "../rules/grid";
import type { Key, Move, Seat, State } from "../rules/wire";
import type { Goal, TaskAttempt } from "./task";
import { chosenSteps } from "./task";

export const allOf =
  (...goals: Goal[]): Goal =>
  (attempt) =>
    goals.every((goal) => goal(attempt));

export const not =
  (goal: Goal): Goal =>
  (attempt) =>
    !goal(attempt);

export const chosenMoves = (attempt: TaskAttempt): Move[] =>
  chosenSteps(attempt).map(({ move }) => move);

export const madeMove =
  (...types: Move["type"][]): Goal =>
  (attempt) =>
    chosenMoves(attempt).some(({ type }) => types.includes(type));

/** One placement put exactly `count` rings. */
export const placedRings =
  (count: number): Goal =>
  (attempt) =>
    chosenMoves(attempt).some(
      (move) => move.type === "place_ring" && move.placementCount === count,
    );

export const capturedTimes =
  (times: number): Goal =>
  (attempt) =>
    chosenMoves(attempt).filter((move) => "captureTarget" in move).length >= times;

/** The attempt eliminated exactly `rings` rings for the seat. */
export const eliminatedRings =
  (seat: Seat, rings: number): Goal =>
  ({ start, view }) =>
    playerOfSeat(view.state, seat).eliminatedRings -
      playerOfSeat(start.state, seat).eliminatedRings ===
    rings;

/** The attempt gained the seat exactly `cells` cells of territory. */
export const gainedTerritory =
  (seat: Seat, cells: number): Goal =>
  ({ start, view }) =>
    playerOfSeat(view.state, seat).territorySpaces -
      playerOfSeat(start.state, seat).territorySpaces ===
    cells;

/** The seat controls the stack on that cell. */
export const controlsStack =
  (seat: Seat, name: string): Goal =>
  ({ view: { state } }) =>
    state.board.stacks[cellKey(state, name)]?.controllingPlayer === seat;

/** The seat controls no stack at all. */
export const controlsNoStack =
  (seat: Seat): Goal =>
  ({ view: { state } }) =>
    Object.values(state.board.stacks).every(({ controllingPlayer }) => controllingPlayer !== seat);

export const hasMarker =
  (seat: Seat, name: string): Goal =>
  ({ view: { state } }) =>
    state.board.markers[cellKey(state, name)]?.player === seat;

export const hasTerritory =
  (seat: Seat, name: string): Goal =>
  ({ view: { state } }) =>
    state.board.collapsedSpaces[cellKey(state, name)] === seat;

/** No elimination is pending. */
export const nothingToPay: Goal = ({ view }) => view.state.turn.pendingElimination === null;

export const wonBy =
  (seat: Seat, reason: string): Goal =>
  ({ view: { state } }) =>
    state.winner === seat && state.victoryReason === reason;

/** Returns how many cells a move travelled. */
export function moveDistance(state: State, move: Move): number {
  if (!("from" in move)) return 0;
  const grid = gridOf(state.board.type);
  const [from, to] = [cellAt(grid, move.from), cellAt(grid, move.to)];
  const ray = grid.rays[from]?.find((cells) => cells.includes(to));
  return ray ? ray.indexOf(to) + 1 : 0;
}

export function cellKey(state: State, name: string): Key {
  const grid = gridOf(state.board.type);
  return grid.keys[grid.byName.get(name) ?? -1] ?? "";
}

function playerOfSeat(state: State, seat: Seat) {
  const found = state.players.find(({ playerNumber }) => playerNumber === seat);
  if (!found) throw new RangeError(`no player has seat ${seat}`);
  return found;
}
