// A game against the computer in one press; the level and the board that were played last are chosen already.

import { useState } from "react";
import { loadChoice, saveChoice } from "../browser/localStore";
import { Button } from "../components/Button";
import { SelectField } from "../components/fields";
import { showError } from "../components/toasts";
import { messages } from "../messages";
import type { BoardName } from "../rules/wire";
import { startComputerGame } from "./startGame";

export const LEVELS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"] as const;
export const BOARDS: readonly BoardName[] = ["square8", "hex8", "square19", "hexagonal"];

export function ComputerGameCard({ title }: { title?: string }) {
  const [level, setLevel] = useState(() => loadChoice("level", LEVELS, "1"));
  const [board, setBoard] = useState(() => loadChoice("board", BOARDS, "square8"));
  const [busy, setBusy] = useState(false);

  const begin = async () => {
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
    <div className="panel play-now">
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
          options={BOARDS.map((value) => ({ value, label: messages.terms.boards[value] }))}
        />
      </div>
      <Button kind="primary" className="big" busy={busy} onClick={begin}>
        {messages.home.computer.start}
      </Button>
      <small className="quiet">{messages.home.computer.note}</small>
    </div>
  );
}
