// A task to play moves in the game view.

import { type ReactNode, useLayoutEffect } from "react";
import { Loading } from "../components/Loading";
import type { Engine } from "../engine/engine";
import { messages } from "../messages";
import type { TaskMessages } from "../messages/lessons";
import { GameView } from "../play/GameView";
import type { SeatInfo } from "../play/types";
import type { Seat, State } from "../rules/wire";
import { TaskFeedback } from "./TaskFeedback";
import type { PlayTask, Verdict } from "./task";
import { usePlayTask } from "./usePlayTask";

interface PlayTaskViewProps {
  engine: Engine;
  task: PlayTask;
  taskMessages: TaskMessages;
  onSolved(): void;
  next: ReactNode;
}

export function PlayTaskView({ engine, task, taskMessages, onSolved, next }: PlayTaskViewProps) {
  const state = usePlayTask(engine, task);
  const done = state?.verdict.kind === "done";

  // Save before paint, so that leaving the page at once keeps the result.
  useLayoutEffect(() => {
    if (done) onSolved();
  }, [done, onSolved]);

  if (!state) return <Loading />;
  const { attempt, verdict, pending } = state;
  return (
    <GameView
      layout="inset"
      view={attempt.view}
      steps={attempt.steps}
      ownSeats={verdict.kind === "open" ? [task.seat] : []}
      seats={learnerSeats(attempt.view.state, task.seat)}
      pending={pending}
      onMove={state.play}
      waitingText={verdict.kind === "open" ? undefined : messages.learn.waiting[verdict.kind]}
      controls={
        <TaskFeedback
          taskMessages={taskMessages}
          feedback={feedbackFor(verdict, taskMessages)}
          onShow={state.showNext}
          onRestart={attempt.steps.length > 0 ? state.restart : undefined}
          next={next}
        />
      }
    />
  );
}

function feedbackFor(
  verdict: Verdict,
  taskMessages: TaskMessages,
): { good: boolean; text: string } | null {
  if (verdict.kind === "open") return null;
  if (verdict.kind === "done") return { good: true, text: taskMessages.done };
  return {
    good: false,
    text: (verdict.mistake && taskMessages.mistakes?.[verdict.mistake]) || taskMessages.missed,
  };
}

/** The learner's seat, and the others with their computer level if they have one. */
export function learnerSeats(state: State, learner: Seat, level?: number): SeatInfo[] {
  const others = level === undefined ? "" : messages.sandbox.level({ level });
  return state.players.map(({ playerNumber: seat }) => ({
    seat,
    name: messages.terms.seat({ seat }),
    kind: seat === learner ? "" : others,
  }));
}
