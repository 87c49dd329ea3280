// The panel under a task's board: hints, the verdict and the next step.

import { type ReactNode, useState } from "react";
import { Button } from "../components/Button";
import { messages } from "../messages";
import type { TaskMessages } from "../messages/lessons";

interface TaskFeedbackProps {
  taskMessages: TaskMessages;
  /** The verdict on the moves; null while the task is open. */
  feedback: { good: boolean; text: string } | null;
  /** Plays the next move of the solution. */
  onShow(): void;
  /** Takes all moves back; set when there are any. */
  onRestart?: () => void;
  /** Shown once the task is solved. */
  next: ReactNode;
}

export function TaskFeedback({
  taskMessages,
  feedback,
  onShow,
  onRestart,
  next,
}: TaskFeedbackProps) {
  const [hints, setHints] = useState(0);
  const open = feedback === null || (!feedback.good && !onRestart);
  return (
    <div
      className="task-feedback"
      data-result={feedback ? (feedback.good ? "good" : "missed") : "open"}
    >
      <div role="status" className="task-feedback-text">
        {feedback ? (
          <p>
            <strong>{feedback.good ? messages.learn.correct : messages.learn.notYet}</strong>{" "}
            {feedback.text}
          </p>
        ) : (
          taskMessages.hints.slice(0, hints).map((hint) => <p key={hint}>{hint}</p>)
        )}
      </div>
      <div className="buttons">
        {feedback?.good && next}
        {feedback && !feedback.good && onRestart && (
          <Button kind="primary" onClick={onRestart}>
            {messages.learn.takeBack}
          </Button>
        )}
        {feedback?.good && onRestart && (
          <Button kind="quiet" onClick={onRestart}>
            {messages.learn.again}
          </Button>
        )}
        {open && hints < taskMessages.hints.length && (
          <Button onClick={() => setHints(hints + 1)}>
            {hints === 0 ? messages.learn.hint : messages.learn.nextHint}
          </Button>
        )}
        {open && hints > 0 && hints === taskMessages.hints.length && (
          <Button onClick={onShow}>{messages.learn.showSolution}</Button>
        )}
        {open && onRestart && (
          <Button kind="quiet" onClick={onRestart}>
            {messages.learn.restart}
          </Button>
        )}
      </div>
    </div>
  );
}
