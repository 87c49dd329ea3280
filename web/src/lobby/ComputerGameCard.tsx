// Starts a game against the computer; preselects the level and board of the last one.

import { useState } from "react";
import { Button } from "../components/Button";
import { SelectField } from "../components/fields";
import { showError } from "../components/toasts";
import { messages } from "../messages";
import { BOARD_NAMES } from "../rules/boards";
import { startComputerGame } from "./startGame";

export const LEVELS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"] as const;

const PREFIX = "ringrift.last.";

export function ComputerGameCard({ title }: { title?: string }) {
  const [level, setLevel] = useState(() => loadChoice("level", LEVELS, "1"));
  const [board, setBoard] = useState(() => loadChoice("board", BOARD_NAMES, "square8"));
  const [busy, setBusy] = useState(false);

  const start = async () => {
    setBusy(true);
    saveChoice("level", level);
    saveChoice("board", board);
    try {
      await startComputerGame(board, Number(level));
    } catch (error) {
      showError(error);
      setBusy(false);
    }
  };

  return (
    <div className="panel computer-game">
      {title && <h2>{title}</h2>}
      <div className="form-row">
        <SelectField
          label={messages.home.computer.level}
          value={level}
          onChange={setLevel}
          options={LEVELS.map((value) => ({
            value,
            label: messages.home.computer.levelOption({
              level: Number(value),
              hint: messages.home.computer.levelHint({ level: value }),
            }),
          }))}
        />
        <SelectField
          label={messages.home.computer.board}
          value={board}
          onChange={setBoard}
          options={BOARD_NAMES.map((value) => ({ value, label: messages.terms.boards[value] }))}
        />
      </div>
      <Button kind="primary" className="big" busy={busy} onClick={start}>
        {messages.home.computer.start}
      </Button>
      <small className="quiet">{messages.home.computer.note}</small>
    </div>
  );
}

function loadChoice<Value extends string>(
  name: string,
  allowed: readonly Value[],
  fallback: Value,
): Value {
  try {
    const stored = window.localStorage.getItem(PREFIX + name) as Value | null;
    return stored !== null && allowed.includes(stored) ? stored : fallback;
  } catch {
    return fallback;
  }
}

function saveChoice(name: string, value: string): void {
  try {
    window.localStorage.setItem(PREFIX + name, value);
  } catch {
    // Without storage the default is offered next time.
  }
}
