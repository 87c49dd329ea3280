// Under the board: undo and redo, hint, and the computers' pace.

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
  hinting: boolean;
}

const SPEEDS: Speed[] = ["slow", "normal", "fast"];

export function GameControls({ game, speed, onSpeed, onHint, hinting }: GameControlsProps) {
  const { history, setting, view } = game;
  const computers = setting.sitters.some((level) => level > 0);
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
        <Button disabled={!view.decision?.interactive} busy={hinting} onClick={onHint}>
          {messages.sandbox.hint}
        </Button>
        {computers && !back && view.state.gameStatus === "active" && (
          <Button onClick={() => game.pause(!setting.paused)}>
            {setting.paused ? messages.sandbox.play : messages.sandbox.pause}
          </Button>
        )}
        {computers && back && (
          <Button
            onClick={() => {
              game.cut();
              game.pause(false);
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
