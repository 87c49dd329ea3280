// A task to click a cell on the board.

import { type ReactNode, useEffect, useState } from "react";
import { Board } from "../board/react";
import { Loading } from "../components/Loading";
import { showError } from "../components/toasts";
import type { Engine } from "../engine/engine";
import { messages } from "../messages";
import type { TaskMessages } from "../messages/lessons";
import { useBoardSettings } from "../play/useBoardSettings";
import type { Key, State } from "../rules/wire";
import { cellKey } from "./goals";
import { TaskFeedback } from "./TaskFeedback";
import type { PointTask } from "./task";
import "../play/gameView.css";

interface PointTaskViewProps {
  engine: Engine;
  task: PointTask;
  taskMessages: TaskMessages;
  onSolved(): void;
  next: ReactNode;
}

export function PointTaskView({ engine, task, taskMessages, onSolved, next }: PointTaskViewProps) {
  const [state, setState] = useState<State | null>(null);
  const [clicked, setClicked] = useState<Key | null>(null);
  const boardSettings = useBoardSettings();

  useEffect(() => {
    let current = true;
    engine
      .fromPositionString(task.start)
      .then((view) => current && setState(view.state))
      .catch(showError);
    return () => {
      current = false;
    };
  }, [engine, task]);

  if (!state) return <Loading />;
  const right = clicked !== null && task.isRight(clicked, state);
  const clickCell = (cell: Key) => {
    if (right) return;
    setClicked(cell);
    if (task.isRight(cell, state)) onSolved();
  };
  const feedback =
    clicked === null
      ? null
      : { good: right, text: right ? taskMessages.done : taskMessages.missed };
  return (
    <div className="game-view">
      <section className="game-view-board" data-controls="true" aria-label={messages.play.board}>
        <div className="board-area">
          <Board
            state={state}
            trail={null}
            marks={clicked === null ? {} : { highlights: [clicked] }}
            onCell={({ cell }) => clickCell(cell)}
            {...boardSettings}
          />
        </div>
        <TaskFeedback
          taskMessages={taskMessages}
          feedback={feedback}
          onShow={() => clickCell(cellKey(state, task.solution))}
          next={next}
        />
      </section>
    </div>
  );
}
