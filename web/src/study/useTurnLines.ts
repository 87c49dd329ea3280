// The engine's best turns in a position, each as a whole turn with the answer to it.

import { useEffect, useState } from "react";
import type { Engine, PositionView, RankedMove, Step } from "../engine/engine";
import { isTurnOver } from "../engine/turnEnd";
import { playVariation } from "../play/history";

export interface TurnLine {
  /** The whole turn, bookkeeping included. */
  steps: Step[];
  /** The next player's turn as far as it is known; empty if the game is over. */
  answer: Step[];
  /** The expected share of each seat. */
  shares: readonly number[];
}

export interface TurnLines {
  lines: TurnLine[];
  nodes: number;
  thinking: boolean;
}

/** The first search answers at once, the second one well. */
const NODES = [2_000, 20_000];
const ANSWER_NODES = 500;
/** A position that is passed quickly is not searched. */
const DELAY_MS = 350;

/** Null while nothing is known: no position, or an engine that cannot analyse. */
export function useTurnLines(
  engine: Engine,
  view: PositionView | null,
  count: number,
): TurnLines | null {
  const [found, setFound] = useState<{ hash: string; result: TurnLines } | null>(null);
  const hash = view?.hash ?? "";

  // biome-ignore lint/correctness/useExhaustiveDependencies: the hash identifies the position
  useEffect(() => {
    if (!view || !engine.analyse || view.state.winner !== null) return;
    let current = true;
    const search = async () => {
      for (const nodes of NODES) {
        const lines = await searchTurns(engine, view, nodes, count);
        if (!current) return;
        setFound({ hash, result: { lines, nodes, thinking: nodes !== NODES.at(-1) } });
      }
    };
    const timer = window.setTimeout(() => search().catch(() => undefined), DELAY_MS);
    return () => {
      current = false;
      window.clearTimeout(timer);
    };
  }, [engine, hash, count]);

  return found?.hash === hash ? found.result : null;
}

const NO_LINES: TurnLine[] = [];

/** Completes the lines of an analysis to whole turns; those of the last one until then. */
export function useCompletedLines(
  engine: Engine,
  view: PositionView | null,
  found: readonly RankedMove[] | undefined,
): TurnLine[] {
  const [completed, setCompleted] = useState<{ hash: string; lines: TurnLine[] } | null>(null);
  const hash = view?.hash ?? "";

  // biome-ignore lint/correctness/useExhaustiveDependencies: the hash identifies the position
  useEffect(() => {
    if (!view || !found) return;
    let current = true;
    const complete = async () => {
      const lines: TurnLine[] = [];
      for (const line of found) lines.push(await completeLine(engine, view, [], line));
      if (current) setCompleted({ hash, lines });
    };
    complete().catch(() => undefined);
    return () => {
      current = false;
    };
  }, [engine, hash, found]);

  return completed?.hash === hash ? completed.lines : NO_LINES;
}

export async function searchTurns(
  engine: Engine,
  view: PositionView,
  nodes: number,
  count: number,
): Promise<TurnLine[]> {
  const settled = await engine.settle(view.state);
  const from = settled.at(-1)?.view ?? view;
  if (from.state.winner !== null) return [];
  const found = (await engine.analyse?.(from.state, nodes, count))?.lines ?? [];
  const lines: TurnLine[] = [];
  for (const line of found) lines.push(await completeLine(engine, view, settled, line));
  return lines;
}

async function completeLine(
  engine: Engine,
  view: PositionView,
  settled: readonly Step[],
  { variation, shares }: RankedMove,
): Promise<TurnLine> {
  const played = await playVariation(engine, settled.at(-1)?.view ?? view, variation);
  const steps = [...settled, ...played];
  let length = turnLength(view, steps);
  if (length === null) {
    const rest = await engine.bestTurn?.(lastView(view, steps).state, ANSWER_NODES);
    steps.push(...(rest?.steps ?? []));
    length = turnLength(view, steps) ?? steps.length;
  }
  const turn = steps.slice(0, length);
  const reached = lastView(view, turn);
  const after = steps.slice(length);
  const answerLength = turnLength(reached, after);
  if (answerLength !== null) return { steps: turn, answer: after.slice(0, answerLength), shares };
  const answer =
    reached.state.winner === null
      ? ((await engine.bestTurn?.(reached.state, ANSWER_NODES))?.steps ?? after)
      : [];
  return { steps: turn, answer, shares };
}

/** The number of steps of the first turn; null if they do not complete it. */
function turnLength(start: PositionView, steps: readonly Step[]): number | null {
  const found = steps.findIndex((step, i) => {
    const over = step.view.state.winner !== null;
    return over || isTurnOver(start.state, steps.slice(0, i + 1));
  });
  return found < 0 ? null : found + 1;
}

const lastView = (start: PositionView, steps: readonly Step[]): PositionView =>
  steps.at(-1)?.view ?? start;
