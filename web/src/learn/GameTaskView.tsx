// A task to play a whole game against a computer level.

import { type ReactNode, useEffect, useLayoutEffect } from "react";
import { Button } from "../components/Button";
import { Loading } from "../components/Loading";
import { showError } from "../components/toasts";
import type { Engine } from "../engine/engine";
import { messages } from "../messages";
import type { TaskMessages } from "../messages/lessons";
import { GameView } from "../play/GameView";
import { canUndo } from "../play/history";
import { DEFAULT_SETUP, newSettings } from "../sandbox/sandboxSettings";
import { useComputerPlayers } from "../sandbox/useComputerPlayers";
import { useSandboxGame } from "../sandbox/useSandboxGame";
import { learnerSeats } from "./PlayTaskView";
import type { GameTask } from "./task";

interface GameTaskViewProps {
  engine: Engine;
  task: GameTask;
  taskMessages: TaskMessages;
  onSolved(): void;
  next: ReactNode;
}

export function GameTaskView({ engine, task, taskMessages, onSolved, next }: GameTaskViewProps) {
  const { game, startNew, setUp } = useSandboxGame(engine);
  const thinking = useComputerPlayers(engine, game, true, "normal");
  const { level, seat, start } = task;
  const gameOver = game !== null && game.view.state.winner !== null;

  useEffect(() => {
    const levels = [1, 2].map((each) => (each === seat ? 0 : level));
    startNew(newSettings({ ...DEFAULT_SETUP, players: 2 }, levels))
      .then(() => engine.fromPositionString(start))
      .then(setUp)
      .catch(showError);
  }, [engine, startNew, setUp, level, seat, start]);

  // Save before paint, so that leaving the page at once keeps the result.
  useLayoutEffect(() => {
    if (gameOver) onSolved();
  }, [gameOver, onSolved]);

  if (!game) return <Loading />;
  const { view, history } = game;
  const computerSeat = seat === 1 ? 2 : 1;
  const restart = () => engine.fromPositionString(start).then(setUp).catch(showError);
  return (
    <GameView
      layout="inset"
      view={view}
      steps={history.steps}
      at={history.at}
      ownSeats={[seat]}
      seats={learnerSeats(view.state, seat, level)}
      pending={game.pending}
      onMove={(move) => void game.play(move).catch(showError)}
      waitingText={
        thinking
          ? messages.sandbox.computerThinking({
              seat: messages.terms.seat({ seat: computerSeat }),
              level,
            })
          : undefined
      }
      controls={
        <div className="task-feedback" data-result={gameOver ? "good" : "open"}>
          <div role="status" className="task-feedback-text">
            {gameOver && (
              <p>{view.state.winner === seat ? taskMessages.done : taskMessages.missed}</p>
            )}
          </div>
          <div className="buttons">
            {gameOver && next}
            <Button onClick={game.undo} disabled={!canUndo(history)}>
              {messages.sandbox.undo}
            </Button>
            <Button kind="quiet" onClick={restart}>
              {messages.learn.restart}
            </Button>
          </div>
        </div>
      }
    />
  );
}
