// Under the board: undo and redo, hint, and the computers' pace.

import { Button } from "../components/Button";
import { RadioBar } from "../components/fields";
import { canRedo, canUndo } from "../play/history";
import { words } from "../strings";
import type { Speed } from "./useComputerPlayers";
import type { SandboxGame } from "./useSandboxGame";

interface GameControlsProps {
  game: SandboxGame;
  speed: Speed;
  onSpeed(speed: Speed): void;
  onHint(): void;
  hinting: boolean;
}

const SPEEDS: Speed[] = ["slow", "even", "fast"];

export function GameControls({ game, speed, onSpeed, onHint, hinting }: GameControlsProps) {
  const { history, setting, view } = game;
  const computers = setting.sitters.some((level) => level > 0);
  const back = history.at < history.steps.length;
  return (
    <div className="controls">
      <div className="buttons">
        <Button disabled={!canUndo(history)} onClick={game.undo}>
          {words.sandbox.undo}
        </Button>
        <Button disabled={!canRedo(history)} onClick={game.redo}>
          {words.sandbox.redo}
        </Button>
        <Button disabled={!view.decision?.interactive} busy={hinting} onClick={onHint}>
          {words.sandbox.hint}
        </Button>
        {computers && !back && view.state.gameStatus === "active" && (
          <Button onClick={() => game.pause(!setting.paused)}>
            {setting.paused ? words.sandbox.play : words.sandbox.pause}
          </Button>
        )}
        {computers && back && (
          <Button
            onClick={() => {
              game.cut();
              game.pause(false);
            }}
          >
            {words.sandbox.playFromHere}
          </Button>
        )}
      </div>
      {computers && (
        <RadioBar
          label={words.sandbox.speed}
          value={speed}
          options={SPEEDS.map((value) => ({ value, label: words.sandbox.speeds[value] }))}
          onChange={onSpeed}
        />
      )}
    </div>
  );
}
