// The steps of a game by turn, with what each turn did.

import type { PositionView, Step } from "../../engine/engine";
import type { Seat, State } from "../../rules/wire";
import { type Effect, effectsOf } from "./effects";

export interface TurnEvents {
  number: number;
  seat: Seat;
  /** The steps before the turn and up to its end, as indices into the game's steps. */
  from: number;
  to: number;
  before: State;
  after: State;
  effects: Effect[];
  /** The next seat is to move, or the game is over. */
  complete: boolean;
}

/** Groups the steps up to `at` by turn. Steps without a known position before them are left out. */
export function turnsOf(
  start: PositionView | null,
  steps: readonly Step[],
  at = steps.length,
): TurnEvents[] {
  const turns: TurnEvents[] = [];
  let before = start?.state;
  for (let index = 0; index < at; index++) {
    const step = steps[index];
    if (!step) break;
    if (before) addStep(turns, before, step, index);
    before = step.view.state;
  }
  return turns;
}

function addStep(turns: TurnEvents[], before: State, step: Step, index: number): void {
  const after = step.view.state;
  let turn = turns.at(-1);
  if (turn?.number !== before.turnNumber || turn.complete) {
    turn = {
      number: before.turnNumber,
      seat: step.move.player,
      from: index,
      to: index,
      before,
      after,
      effects: [],
      complete: false,
    };
    turns.push(turn);
  }
  turn.to = index + 1;
  turn.after = after;
  turn.effects.push(...effectsOf(before, step));
  // A swap has a sentence of its own: the other person plays the rest of the turn [R180].
  turn.complete =
    after.turnNumber !== before.turnNumber ||
    after.gameStatus === "completed" ||
    step.move.type === "swap_sides";
}

/**
 * The seats of the viewer before a step: a swap exchanges the people, so earlier turns were played
 * from the other seat.
 */
export function viewerSeatsBefore(
  viewer: readonly Seat[],
  steps: readonly Step[],
  index: number,
): readonly Seat[] {
  const swapped = steps.findIndex(({ move }) => move.type === "swap_sides");
  return swapped >= index ? viewer.map((seat) => (seat === 1 ? 2 : 1)) : viewer;
}
