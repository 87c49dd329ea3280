// The controls under the sandbox board: undo, redo, hint and the computers' speed.

import { Button } from "../components/Button";
import { RadioBar } from "../components/fields";
import { messages } from "../messages";
import { canRedo, canUndo } from "../play/history";
import type { Speed } from "./useComputerPlayers";
import type { SandboxGame } from "./useSandboxGame";

interface GameControlsProps {
  game: SandboxGame;
  speed: Speed;
  onSpeed(speed: Speed): void;
  onHint(): void;
  hintPending: boolean;
}

const SPEEDS: Speed[] = ["slow", "normal", "fast"];

export function GameControls({ game, speed, onSpeed, onHint, hintPending }: GameControlsProps) {
  const { history, settings, view } = game;
  const computers = settings.levels.some((level) => level > 0);
  const back = history.at < history.steps.length;
  return (
    <div className="controls">
      <div className="buttons">
        <Button disabled={!canUndo(history)} onClick={game.undo}>
          {messages.sandbox.undo}
        </Button>
        <Button disabled={!canRedo(history)} onClick={game.redo}>
          {messages.sandbox.redo}
        </Button>
        <Button disabled={!view.decision?.interactive} busy={hintPending} onClick={onHint}>
          {messages.sandbox.hint}
        </Button>
        {computers && !back && view.state.gameStatus === "active" && (
          <Button onClick={() => game.setPaused(!settings.paused)}>
            {settings.paused ? messages.sandbox.play : messages.sandbox.pause}
          </Button>
        )}
        {computers && back && (
          <Button
            onClick={() => {
              game.truncate();
              game.setPaused(false);
            }}
          >
            {messages.sandbox.playFromHere}
          </Button>
        )}
      </div>
      {computers && (
        <RadioBar
          label={messages.sandbox.speed}
          value={speed}
          options={SPEEDS.map((value) => ({ value, label: messages.terms.speeds[value] }))}
          onChange={onSpeed}
        />
      )}
    </div>
  );
}
