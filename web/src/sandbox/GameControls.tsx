// The sandbox's actions: hint, undo, redo, and the computers' pause and speed.

import { RadioBar } from "../components/fields";
import { messages } from "../messages";
import { canRedo, canUndo } from "../play/history";
import type { GameAction } from "../play/types";
import type { Speed } from "./useComputerPlayers";
import type { SandboxGame } from "./useSandboxGame";

const SPEEDS: Speed[] = ["slow", "normal", "fast"];

const hasComputers = ({ settings }: SandboxGame) => settings.levels.some((level) => level > 0);

export function sandboxActions(
  game: SandboxGame,
  hint: { requestHint(): void; pending: boolean },
): GameAction[] {
  const { history, settings, view } = game;
  const back = history.at < history.steps.length;
  const active = view.state.gameStatus === "active";
  const pause: GameAction = {
    id: "pause",
    label: settings.paused ? messages.sandbox.play : messages.sandbox.pause,
    onClick: () => game.setPaused(!settings.paused),
  };
  const playFromHere: GameAction = {
    id: "play-from-here",
    label: messages.sandbox.playFromHere,
    onClick() {
      game.truncate();
      game.setPaused(false);
    },
  };
  return [
    {
      id: "hint",
      label: messages.sandbox.hint,
      disabled: !view.decision?.interactive,
      busy: hint.pending,
      onClick: hint.requestHint,
    },
    { id: "undo", label: messages.sandbox.undo, disabled: !canUndo(history), onClick: game.undo },
    { id: "redo", label: messages.sandbox.redo, disabled: !canRedo(history), onClick: game.redo },
    ...(hasComputers(game) && !back && active ? [pause] : []),
    ...(hasComputers(game) && back ? [playFromHere] : []),
  ];
}

interface SpeedChoiceProps {
  game: SandboxGame;
  speed: Speed;
  onSpeed(speed: Speed): void;
}

export function SpeedChoice({ game, speed, onSpeed }: SpeedChoiceProps) {
  if (!hasComputers(game)) return null;
  return (
    <RadioBar
      label={messages.sandbox.speed}
      value={speed}
      options={SPEEDS.map((value) => ({ value, label: messages.terms.speeds[value] }))}
      onChange={onSpeed}
    />
  );
}
