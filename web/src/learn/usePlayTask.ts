// The state of a task to play: the learner's moves, their verdict and taking them back.

import { useCallback, useEffect, useState } from "react";
import { showError } from "../components/toasts";
import type { Engine } from "../engine/engine";
import type { Move } from "../rules/wire";
import type { PlayTask, TaskAttempt } from "./task";
import { chosenSteps, judgeAttempt, type Verdict } from "./task";

export interface PlayTaskState {
  attempt: TaskAttempt;
  verdict: Verdict;
  pending: boolean;
  play(move: Move): void;
  /** Returns to the start of the task. */
  restart(): void;
  /** Plays the next move of the solution. */
  showNext(): void;
}

export function usePlayTask(engine: Engine, task: PlayTask): PlayTaskState | null {
  const [attempt, setAttempt] = useState<TaskAttempt | null>(null);
  const [pending, setPending] = useState(false);

  useEffect(() => {
    let current = true;
    setAttempt(null);
    startAttempt(engine, task)
      .then((begin) => current && setAttempt(begin))
      .catch(showError);
    return () => {
      current = false;
    };
  }, [engine, task]);

  const update = useCallback(async (change: () => Promise<TaskAttempt>) => {
    setPending(true);
    try {
      setAttempt(await change());
    } catch (error) {
      showError(error);
    } finally {
      setPending(false);
    }
  }, []);

  if (!attempt) return null;
  return {
    attempt,
    verdict: judgeAttempt(task, attempt),
    pending,
    play: (move) => void update(() => playInAttempt(engine, attempt, move)),
    restart: () => setAttempt(restartAttempt(attempt)),
    showNext: () => void update(() => playNextOfSolution(engine, task, attempt)),
  };
}

async function startAttempt(engine: Engine, { start }: PlayTask): Promise<TaskAttempt> {
  const position = await engine.fromPositionString(start);
  const view = (await engine.settle(position.state)).at(-1)?.view ?? position;
  return { start: view, steps: [], view };
}

async function playInAttempt(
  engine: Engine,
  { start, steps, view }: TaskAttempt,
  move: Move,
): Promise<TaskAttempt> {
  const made = [...steps, ...(await engine.playAndSettle(view.state, move))];
  return { start, steps: made, view: made.at(-1)?.view ?? view };
}

const restartAttempt = ({ start }: TaskAttempt): TaskAttempt => ({ start, steps: [], view: start });

/** Continues the attempt if it follows the solution, otherwise restarts it. */
async function playNextOfSolution(
  engine: Engine,
  { solution }: PlayTask,
  attempt: TaskAttempt,
): Promise<TaskAttempt> {
  const made = chosenSteps(attempt).map(({ notation }) => notation);
  const followsSolution =
    made.length < solution.length && made.every((notation, at) => notation === solution[at]);
  const from = followsSolution ? attempt : restartAttempt(attempt);
  const next = solution[followsSolution ? made.length : 0] as string;
  return playInAttempt(engine, from, await engine.parseMove(from.view.state, next));
}
