// Goals that lessons share, as questions about what the learner did.

import { cellAt, gridOf } from "../rules/grid";
import type { Key, Move, Seat, State } from "../rules/wire";
import type { Goal, TaskAttempt } from "./task";
import { chosenSteps } from "./taskVerdict";

export const all =
  (...goals: Goal[]): Goal =>
  (course) =>
    goals.every((goal) => goal(course));

export const not =
  (goal: Goal): Goal =>
  (course) =>
    !goal(course);

export const chosenMoves = (course: TaskAttempt): Move[] =>
  chosenSteps(course).map(({ move }) => move);

export const madeMove =
  (...types: Move["type"][]): Goal =>
  (course) =>
    chosenMoves(course).some(({ type }) => types.includes(type));

/** So many rings were placed at once. */
export const placedRings =
  (count: number): Goal =>
  (course) =>
    chosenMoves(course).some((move) => move.type === "place_ring" && move.placementCount === count);

export const capturedTimes =
  (times: number): Goal =>
  (course) =>
    chosenMoves(course).filter((move) => "captureTarget" in move).length >= times;

/** So many more rings are credited to the seat. */
export const eliminatedRings =
  (seat: Seat, rings: number): Goal =>
  ({ start, view }) =>
    playerOfSeat(view.state, seat).eliminatedRings -
      playerOfSeat(start.state, seat).eliminatedRings ===
    rings;

/** So many more cells are the seat's territory. */
export const gainedTerritory =
  (seat: Seat, cells: number): Goal =>
  ({ start, view }) =>
    playerOfSeat(view.state, seat).territorySpaces -
      playerOfSeat(start.state, seat).territorySpaces ===
    cells;

/** The stack on that cell is the seat's. */
export const controlsStack =
  (seat: Seat, name: string): Goal =>
  ({ view: { state } }) =>
    state.board.stacks[cellKey(state, name)]?.controllingPlayer === seat;

export const hasMarker =
  (seat: Seat, name: string): Goal =>
  ({ view: { state } }) =>
    state.board.markers[cellKey(state, name)]?.player === seat;

export const hasTerritory =
  (seat: Seat, name: string): Goal =>
  ({ view: { state } }) =>
    state.board.collapsedSpaces[cellKey(state, name)] === seat;

/** Nothing is left to pay. */
export const nothingToPay: Goal = ({ view }) => view.state.turn.pendingElimination === null;

export const wonBy =
  (seat: Seat, reason: string): Goal =>
  ({ view: { state } }) =>
    state.winner === seat && state.victoryReason === reason;

/** How far a plain move went. */
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
  if (!found) throw new RangeError(`nobody sits on seat ${seat}`);
  return found;
}
