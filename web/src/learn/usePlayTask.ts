// A task on the board: the learner's moves go through the engine, and can be taken back.

import { useCallback, useEffect, useState } from "react";
import { showError } from "../components/toasts";
import type { Engine } from "../engine/engine";
import type { Move } from "../rules/wire";
import type { PlayTask, TaskAttempt } from "./task";
import { chosenSteps, judgeAttempt, type Verdict } from "./taskVerdict";

export interface PlayTaskState {
  course: TaskAttempt;
  verdict: Verdict;
  pending: boolean;
  play(move: Move): void;
  /** Back to where the task began. */
  takeBack(): void;
  /** Makes the next move of the solution. */
  showNext(): void;
}

export function usePlayTask(engine: Engine, task: PlayTask): PlayTaskState | null {
  const [course, setCourse] = useState<TaskAttempt | null>(null);
  const [pending, setPending] = useState(false);

  useEffect(() => {
    let current = true;
    setCourse(null);
    begun(engine, task)
      .then((begin) => current && setCourse(begin))
      .catch(showError);
    return () => {
      current = false;
    };
  }, [engine, task]);

  const making = useCallback(async (change: () => Promise<TaskAttempt>) => {
    setPending(true);
    try {
      setCourse(await change());
    } catch (error) {
      showError(error);
    } finally {
      setPending(false);
    }
  }, []);

  if (!course) return null;
  return {
    course,
    verdict: judgeAttempt(task, course),
    pending,
    play: (move) => void making(() => after(engine, course, move)),
    takeBack: () => setCourse(restarted(course)),
    showNext: () => void making(() => solvedOn(engine, task, course)),
  };
}

async function begun(engine: Engine, { start }: PlayTask): Promise<TaskAttempt> {
  const put = await engine.fromPositionString(start);
  const view = (await engine.settle(put.state)).at(-1)?.view ?? put;
  return { start: view, steps: [], view };
}

async function after(
  engine: Engine,
  { start, steps, view }: TaskAttempt,
  move: Move,
): Promise<TaskAttempt> {
  const made = [...steps, ...(await engine.playAndSettle(view.state, move))];
  return { start, steps: made, view: made.at(-1)?.view ?? view };
}

const restarted = ({ start }: TaskAttempt): TaskAttempt => ({ start, steps: [], view: start });

/** On from what the learner has found so far, else from the start. */
async function solvedOn(
  engine: Engine,
  { solution }: PlayTask,
  course: TaskAttempt,
): Promise<TaskAttempt> {
  const made = chosenSteps(course).map(({ notation }) => notation);
  const onTheWay =
    made.length < solution.length && made.every((notation, at) => notation === solution[at]);
  const from = onTheWay ? course : restarted(course);
  const next = solution[onTheWay ? made.length : 0] as string;
  return after(engine, from, await engine.parseMove(from.view.state, next));
}
