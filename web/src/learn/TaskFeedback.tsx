// Under the board: hints while the task is open, what the moves led to, and the way on.

import { type ReactNode, useState } from "react";
import { Button } from "../components/Button";
import { messages } from "../messages";
import type { TaskMessages } from "../messages/lessons";

interface TaskFeedbackProps {
  taskMessages: TaskMessages;
  /** What is to be said of the moves; null while nothing is. */
  feedback: { good: boolean; text: string } | null;
  /** Shows the next move of the solution, or the whole of it. */
  onShow(): void;
  /** Takes the learner's moves back, where there are any. */
  onRestart?: () => void;
  /** The way on, once the task is solved. */
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
