// A task to play, on the table of the game.

import { type ReactNode, useLayoutEffect } from "react";
import { Loading } from "../components/Loading";
import type { Engine } from "../engine/engine";
import { messages } from "../messages";
import type { TaskMessages } from "../messages/lessons";
import { GameView } from "../play/GameView";
import { learnerSeats } from "./learnerSeats";
import { TaskFeedback } from "./TaskFeedback";
import type { PlayTask } from "./task";
import type { Verdict } from "./taskVerdict";
import { usePlayTask } from "./usePlayTask";

interface PlayTaskViewProps {
  engine: Engine;
  task: PlayTask;
  told: TaskMessages;
  onSolved(): void;
  next: ReactNode;
}

export function PlayTaskView({ engine, task, told, onSolved, next }: PlayTaskViewProps) {
  const playing = usePlayTask(engine, task);
  const done = playing?.verdict.kind === "done";

  // Together with the word that it is solved: whoever leaves the page at once has it solved.
  useLayoutEffect(() => {
    if (done) onSolved();
  }, [done, onSolved]);

  if (!playing) return <Loading />;
  const { course, verdict, pending } = playing;
  return (
    <GameView
      view={course.view}
      steps={course.steps}
      ownSeats={verdict.kind === "open" ? [task.seat] : []}
      seats={learnerSeats(course.view.state, task.seat)}
      pending={pending}
      onMove={playing.play}
      waitingText={verdict.kind === "open" ? undefined : messages.learn.waiting[verdict.kind]}
      controls={
        <TaskFeedback
          told={told}
          said={saidOf(verdict, told)}
          onShow={playing.showNext}
          onTakeBack={course.steps.length > 0 ? playing.takeBack : undefined}
          next={next}
        />
      }
    />
  );
}

function saidOf(verdict: Verdict, told: TaskMessages): { good: boolean; text: string } | null {
  if (verdict.kind === "open") return null;
  if (verdict.kind === "done") return { good: true, text: told.done };
  return { good: false, text: (verdict.slip && told.slips?.[verdict.slip]) || told.missed };
}
