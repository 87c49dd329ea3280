// A task to point at something on the board.

import { type ReactNode, useEffect, useState } from "react";
import { Board } from "../board/react";
import { Loading } from "../components/Loading";
import { showError } from "../components/toasts";
import type { Engine } from "../engine/engine";
import { messages } from "../messages";
import type { TaskMessages } from "../messages/lessons";
import { useBoardSettings } from "../play/useBoardSettings";
import type { Key, State } from "../rules/wire";
import { keyNamed } from "./goals";
import { TaskFeedback } from "./TaskFeedback";
import type { PointTask } from "./task";
import "../play/gameView.css";

interface PointTaskViewProps {
  engine: Engine;
  task: PointTask;
  told: TaskMessages;
  onSolved(): void;
  next: ReactNode;
}

export function PointTaskView({ engine, task, told, onSolved, next }: PointTaskViewProps) {
  const [state, setState] = useState<State | null>(null);
  const [chosen, setChosen] = useState<Key | null>(null);
  const look = useBoardSettings();

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
  const right = chosen !== null && task.right(chosen, state);
  const choose = (cell: Key) => {
    if (right) return;
    setChosen(cell);
    if (task.right(cell, state)) onSolved();
  };
  const said = chosen === null ? null : { good: right, text: right ? told.done : told.missed };
  return (
    <div className="game-view">
      <section className="game-view-board" data-controls="true" aria-label={messages.play.board}>
        <div className="board-area">
          <Board
            state={state}
            lastMove={null}
            marks={chosen === null ? {} : { glows: [{ cells: [chosen] }] }}
            onCell={({ cell }) => choose(cell)}
            {...look}
          />
        </div>
        <TaskFeedback
          told={told}
          said={said}
          onShow={() => choose(keyNamed(state, task.solution))}
          next={next}
        />
      </section>
    </div>
  );
}
