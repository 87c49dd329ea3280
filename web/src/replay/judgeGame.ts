// Judges a game turn by turn with the page's engine, in the background.

import type { BestTurn, Engine, PositionView, Step } from "../engine/engine";
import { type JudgedTurn, judgeTurn, type PlayedTurn } from "./judgedTurns";

/** Few enough to judge a game of fifty turns in some seconds; three or four searches a turn. */
export const NODES_PER_SEARCH = 1500;

export interface JudgedGame {
  start: PositionView;
  steps: readonly Step[];
}

type TurnEngine = Required<Pick<Engine, "bestTurn" | "expectedShares">>;

export const canJudge = (engine: Engine): engine is Engine & TurnEngine =>
  engine.bestTurn !== undefined && engine.expectedShares !== undefined;

/** Yields the judged turns in order. Turns that no player chose are evaluated, not judged. */
export async function* judgeGame(
  engine: TurnEngine,
  { start, steps }: JudgedGame,
  turns: readonly PlayedTurn[],
  signal: AbortSignal,
  nodes = NODES_PER_SEARCH,
): AsyncGenerator<JudgedTurn> {
  const viewAt = (at: number) => steps[at - 1]?.view ?? start;
  let now: BestTurn | null = null;
  for (const turn of turns) {
    if (signal.aborted) return;
    const before: BestTurn = now ?? (await engine.bestTurn(viewAt(turn.from).state, nodes));
    const reached = viewAt(turn.to);
    now = await engine.bestTurn(reached.state, nodes);
    const best =
      turn.player === null || before.steps.at(-1)?.view.hash === reached.hash
        ? null
        : {
            steps: before.steps,
            after: await engine.expectedShares((before.steps.at(-1)?.view ?? reached).state, nodes),
          };
    if (signal.aborted) return;
    yield judgeTurn(turn, { before: before.shares, after: now.shares, best }, steps);
  }
}
