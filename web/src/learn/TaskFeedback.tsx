// Under the board: hints while the task is open, what the moves led to, and the way on.

import { type ReactNode, useState } from "react";
import { Button } from "../components/Button";
import { messages } from "../messages";
import type { TaskMessages } from "../messages/lessons";

interface TaskFeedbackProps {
  told: TaskMessages;
  /** What is to be said of the moves; null while nothing is. */
  said: { good: boolean; text: string } | null;
  /** Shows the next move of the solution, or the whole of it. */
  onShow(): void;
  /** Takes the learner's moves back, where there are any. */
  onTakeBack?: () => void;
  /** The way on, once the task is solved. */
  next: ReactNode;
}

export function TaskFeedback({ told, said, onShow, onTakeBack, next }: TaskFeedbackProps) {
  const [hints, setHints] = useState(0);
  const open = said === null || (!said.good && !onTakeBack);
  return (
    <div className="task-feedback" data-result={said ? (said.good ? "good" : "missed") : "open"}>
      <div role="status" className="task-feedback-text">
        {said ? (
          <p>
            <strong>{said.good ? messages.learn.correct : messages.learn.notYet}</strong>{" "}
            {said.text}
          </p>
        ) : (
          told.hints.slice(0, hints).map((hint) => <p key={hint}>{hint}</p>)
        )}
      </div>
      <div className="buttons">
        {said?.good && next}
        {said && !said.good && onTakeBack && (
          <Button kind="primary" onClick={onTakeBack}>
            {messages.learn.takeBack}
          </Button>
        )}
        {said?.good && onTakeBack && (
          <Button kind="quiet" onClick={onTakeBack}>
            {messages.learn.again}
          </Button>
        )}
        {open && hints < told.hints.length && (
          <Button onClick={() => setHints(hints + 1)}>
            {hints === 0 ? messages.learn.hint : messages.learn.nextHint}
          </Button>
        )}
        {open && hints > 0 && hints === told.hints.length && (
          <Button onClick={onShow}>{messages.learn.showSolution}</Button>
        )}
        {open && onTakeBack && (
          <Button kind="quiet" onClick={onTakeBack}>
            {messages.learn.restart}
          </Button>
        )}
      </div>
    </div>
  );
}
