// Judges a replayed game in the background, turn by turn; the page shows what is known so far.

import { useEffect, useState } from "react";
import type { Engine, PositionView, RecordReplay } from "../engine/engine";
import { finalShares } from "../engine/turnEnd";
import { streamServerAnalysis } from "../study/analysisClient";
import type { JudgedTurn, PlayedTurn } from "./judgedTurns";
import { canJudge, judgeGame } from "./judgeGame";

export interface Evaluation {
  /** The judged turns so far, in order. */
  judged: readonly JudgedTurn[];
  /** The shares before the first turn. */
  start: readonly number[] | null;
  /** The shares after each turn; null where they are not known. */
  after: readonly (readonly number[] | null)[];
  /** How many turns were looked at. */
  done: number;
  /** False if this browser cannot run the engine: the server then evaluates some turns. */
  judges: boolean;
  failed: boolean;
}

/** The server limits analyses per hour. */
const MAX_SERVER_TURNS = 16;
const SERVER_SECONDS_PER_TURN = 0.3;

const nothing = (judges: boolean, count: number): Evaluation => ({
  judged: [],
  start: null,
  after: Array.from({ length: count }, () => null),
  done: 0,
  judges,
  failed: false,
});

export function useJudgedGame(
  engine: Engine,
  record: RecordReplay,
  turns: readonly PlayedTurn[],
  enabled: boolean,
): Evaluation {
  const [found, setFound] = useState<{ turns: readonly PlayedTurn[]; result: Evaluation } | null>(
    null,
  );
  const judges = canJudge(engine);

  useEffect(() => {
    if (!enabled) return;
    const controller = new AbortController();
    let result = nothing(canJudge(engine), turns.length);
    const update = (change: Partial<Evaluation>) => {
      if (controller.signal.aborted) return;
      result = { ...result, ...change };
      setFound({ turns, result });
    };
    const run = canJudge(engine)
      ? judgeInPage(engine, record, turns, controller.signal, update)
      : evaluateOnServer(engine, record, turns, controller.signal, update);
    run.catch(() => update({ failed: true }));
    return () => controller.abort();
  }, [engine, record, turns, enabled]);

  return found?.turns === turns ? found.result : nothing(judges, turns.length);
}

async function judgeInPage(
  engine: Parameters<typeof judgeGame>[0],
  record: RecordReplay,
  turns: readonly PlayedTurn[],
  signal: AbortSignal,
  update: (change: Partial<Evaluation>) => void,
): Promise<void> {
  const judged: JudgedTurn[] = [];
  for await (const turn of judgeGame(engine, record, turns, signal)) {
    judged.push(turn);
    update({
      judged: [...judged],
      start: judged[0]?.before ?? null,
      after: turns.map((_, i) => judged[i]?.after ?? null),
      done: judged.length,
    });
  }
}

/** Evaluates the positions after some turns, evenly over the game. */
async function evaluateOnServer(
  engine: Engine,
  record: RecordReplay,
  turns: readonly PlayedTurn[],
  signal: AbortSignal,
  update: (change: Partial<Evaluation>) => void,
): Promise<void> {
  const after: (readonly number[] | null)[] = turns.map(() => null);
  const indices = turns.map((_, i) => i);
  for (const i of sampleEvenly(indices, MAX_SERVER_TURNS)) {
    const view = record.steps[(turns[i]?.to ?? 0) - 1]?.view ?? record.start;
    after[i] = finalShares(view.state) ?? (await serverShares(engine, view, signal));
    if (signal.aborted) return;
    update({ after: [...after], done: i + 1 });
  }
  update({ done: turns.length });
}

async function serverShares(
  engine: Engine,
  view: PositionView,
  signal: AbortSignal,
): Promise<number[] | null> {
  const settled = (await engine.settle(view.state)).at(-1)?.view ?? view;
  const position = await engine.toPositionString(settled.state);
  let shares: number[] | null = null;
  const options = { best: 1, seconds: SERVER_SECONDS_PER_TURN };
  for await (const update of streamServerAnalysis(position, options, signal))
    shares = update.report?.lines[0]?.shares ?? shares;
  return shares;
}

/** Returns at most `maxCount` of the values, always including the first and the last. */
export function sampleEvenly(values: readonly number[], maxCount: number): number[] {
  if (values.length <= maxCount) return [...values];
  const step = (values.length - 1) / (maxCount - 1);
  return Array.from({ length: maxCount }, (_, i) => values[Math.round(i * step)] ?? 0);
}
