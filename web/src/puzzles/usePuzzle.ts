// The state of a puzzle on the screen: the attempt, hints, what is played out, and the result.

import { useCallback, useEffect, useRef, useState } from "react";
import type { Arrow } from "../board/types";
import { showError } from "../components/toasts";
import type { Engine, PositionView, Step } from "../engine/engine";
import { messages } from "../messages";
import { cellName, keyOf } from "../play/cells";
import { moveArrow } from "../play/moveArrow";
import type { Move } from "../rules/wire";
import { turnText } from "../study/turnNotation";
import {
  type Attempt,
  hintMove,
  playMove,
  playSolution,
  type Refutation,
  refute,
  restart,
  startAttempt,
  viewOf,
} from "./attempt";
import type { Puzzle } from "./pack";

/** What the screen does: it waits for the solver, or plays something out. */
export type Activity = "solving" | "judging" | "refuting" | "refuted" | "answering";

export interface PuzzleState {
  attempt: Attempt;
  view: PositionView;
  steps: Step[];
  activity: Activity;
  /** Hints given at the current decision: 0 to 2. */
  hint: { arrows: Arrow[]; text: string } | null;
  refutation: Refutation | null;
  /** Whether the solver erred, or was helped. */
  helped: boolean;
  play(move: Move): void;
  giveHint(): void;
  whyNot(): void;
  /** Takes the wrong move back. */
  takeBack(): void;
  startOver(): void;
  showAnswer(): void;
}

interface Shown {
  attempt: Attempt;
  /** Played out beyond the attempt. */
  extra: Step[];
  activity: Activity;
  hints: number;
  hint: PuzzleState["hint"];
  refutation: Refutation | null;
  /** The attempt before the last move. */
  before: Attempt | null;
}

const STEP_MS = 900;
const CALM_STEP_MS = 300;

/** `onResult` receives the result of the first attempt once: solved without error or help. */
export function usePuzzle(
  engine: Engine,
  puzzle: Puzzle,
  onResult: (solved: boolean) => void,
): PuzzleState | null {
  const [shown, setShown] = useState<Shown | null>(null);
  const failed = useRef(false);
  const reported = useRef(false);
  const running = useRef(0);

  useEffect(() => {
    const run = ++running.current;
    failed.current = reported.current = false;
    setShown(null);
    startAttempt(engine, puzzle)
      .then((attempt) => run === running.current && setShown(fresh(attempt)))
      .catch(showError);
    return () => {
      running.current++;
    };
  }, [engine, puzzle]);

  const report = useCallback(
    (solved: boolean) => {
      if (!solved) failed.current = true;
      if (reported.current) return;
      reported.current = true;
      onResult(solved);
    },
    [onResult],
  );

  if (!shown) return null;
  const { attempt, activity } = shown;

  /** Runs a task; what it shows is dropped once another puzzle or task was started. */
  const start = (task: (show: (next: Shown) => void, current: () => boolean) => Promise<void>) => {
    const run = ++running.current;
    const current = () => run === running.current;
    task((next) => current() && setShown(next), current).catch((error: unknown) => {
      if (!current()) return;
      setShown({ ...fresh(attempt), before: shown.before });
      showError(error);
    });
  };

  return {
    attempt,
    view: shown.extra.at(-1)?.view ?? viewOf(attempt),
    steps: [...attempt.steps, ...shown.extra],
    activity,
    hint: shown.hint,
    refutation: shown.refutation,
    helped: failed.current,
    play: (move) =>
      start(async (show) => {
        setShown({ ...fresh(attempt), activity: "judging" });
        const after = await playMove(engine, attempt, move);
        if (after.verdict !== "open") report(after.verdict === "solved");
        show({ ...fresh(after), before: attempt });
      }),
    giveHint: () =>
      start(async (show) => {
        report(false);
        const move = await hintMove(engine, attempt);
        if (move) show({ ...shown, hints: shown.hints + 1, hint: hintFor(attempt, move, shown) });
      }),
    whyNot: () =>
      start(async (show, current) => {
        show({ ...shown, activity: "refuting" });
        const refutation = await refute(engine, attempt);
        for (let count = 1; count <= refutation.steps.length; count++) {
          show({ ...shown, activity: "refuting", extra: refutation.steps.slice(0, count) });
          await pause();
          if (!current()) return;
        }
        show({ ...shown, activity: "refuted", extra: refutation.steps, refutation });
      }),
    takeBack: () => start(async (show) => show(fresh(shown.before ?? restart(attempt)))),
    startOver: () => start(async (show) => show(fresh(restart(attempt)))),
    showAnswer: () =>
      start(async (show, current) => {
        report(false);
        let now = attempt.verdict === "wrong" ? restart(attempt) : attempt;
        while (now.verdict === "open") {
          show({ ...fresh(now), activity: "answering" });
          await pause();
          if (!current()) return;
          now = await playSolution(engine, now);
        }
        show(fresh(now));
      }),
  };
}

function fresh(attempt: Attempt): Shown {
  const nothing = { extra: [], hints: 0, hint: null, refutation: null, before: null };
  return { attempt, activity: "solving", ...nothing };
}

/** The first hint names a cell, the second one the move. */
function hintFor(attempt: Attempt, move: Move, { hints }: Shown): PuzzleState["hint"] {
  const board = attempt.start.state.board.type;
  const cell = "from" in move ? move.from : "to" in move ? move.to : null;
  if (hints === 0 && cell) {
    const key = keyOf(cell);
    return {
      arrows: [{ from: key, to: key, weight: 1, label: messages.play.hint.mark }],
      text: messages.puzzles.hintCell({ cell: cellName(board, key) }),
    };
  }
  const arrow = moveArrow(move, 1, messages.play.hint.mark);
  return {
    arrows: arrow ? [arrow] : [],
    text: messages.puzzles.hintMove({ move: turnText(board, [{ move, bookkeeping: false }]) }),
  };
}

const pause = () =>
  new Promise((resolve) => {
    const calm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    setTimeout(resolve, calm ? CALM_STEP_MS : STEP_MS);
  });
