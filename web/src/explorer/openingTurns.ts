// The turns of the explorer as steps, and where a turn begins.

import type { Engine, PositionView, Step } from "../engine/engine";
import { isTurnOver } from "../engine/turnEnd";
import type { History } from "../play/history";

/** Returns the number of steps before the current turn. A swap is a turn of its own. */
export function turnStart({ start, steps, at }: History): number {
  const viewAt = (index: number) => steps[index - 1]?.view ?? start;
  const turn = viewAt(at).state.turnNumber;
  let from = at;
  while (
    from > 0 &&
    viewAt(from - 1).state.turnNumber === turn &&
    steps[from - 1]?.move.type !== "swap_sides"
  )
    from -= 1;
  return from;
}

/** Plays a turn in notation, with the bookkeeping moves that the explorer leaves out. */
export async function playTurn(
  engine: Engine,
  from: PositionView,
  moves: readonly string[],
): Promise<Step[]> {
  const steps: Step[] = [...(await engine.settle(from.state))];
  for (const notation of moves) {
    const { state } = steps.at(-1)?.view ?? from;
    const made = await engine.playAndSettle(state, await engine.parseMove(state, notation));
    steps.push(...made);
    if (isTurnOver(from.state, steps)) break;
  }
  return steps;
}
