// Along a line of the engine: its moves made one by one, then whatever bookkeeping is due.

import type { Engine, PositionView, Step } from "../engine/engine";

export async function playVariation(
  engine: Engine,
  from: PositionView,
  notations: readonly string[],
): Promise<Step[]> {
  const steps: Step[] = [];
  let { state } = from;
  for (const notation of notations) {
    const step = await engine.play(state, await engine.parseMove(state, notation));
    steps.push(step);
    state = step.view.state;
  }
  return [...steps, ...(await engine.settle(state))];
}
