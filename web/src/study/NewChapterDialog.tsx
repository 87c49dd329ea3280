// A form for a new chapter: from an empty board, a position or a record.

import { useState } from "react";
import { Button } from "../components/Button";
import { SelectField, TextField } from "../components/fields";
import { showError } from "../components/toasts";
import type { Engine } from "../engine/engine";
import { messages } from "../messages";
import { BOARD_NAMES } from "../rules/boards";
import type { BoardName } from "../rules/wire";
import { LoadGameForm } from "../sandbox/LoadGameForm";
import { DEFAULT_SETUP } from "../sandbox/sandboxSettings";
import { chapterText, emptyChapter } from "./newChapter";

interface NewChapterDialogProps {
  engine: Engine;
  number: number;
  onAdd(name: string, record: string): Promise<void>;
}

const PLAYERS = ["2", "3", "4"] as const;

export function NewChapterDialog({ engine, number, onAdd }: NewChapterDialogProps) {
  const [name, setName] = useState(messages.study.chapterName({ number }));
  const [board, setBoard] = useState<BoardName>(DEFAULT_SETUP.board);
  const [players, setPlayers] = useState<(typeof PLAYERS)[number]>("2");
  const named = name.trim() || messages.study.chapterName({ number });

  const addEmpty = async () => {
    const count = Number(players) as 2 | 3 | 4;
    const setup = { ...DEFAULT_SETUP, board, players: count, swap: count === 2 };
    await onAdd(named, await emptyChapter(engine, setup, named));
  };
  return (
    <div className="new-chapter">
      <TextField label={messages.study.rename} value={name} maxLength={100} onChange={setName} />
      <h3>{messages.study.emptyBoard}</h3>
      <SelectField
        label={messages.study.board}
        value={board}
        options={BOARD_NAMES.map((value) => ({ value, label: messages.terms.boards[value] }))}
        onChange={setBoard}
      />
      <SelectField
        label={messages.study.players}
        value={players}
        options={PLAYERS.map((value) => ({ value, label: value }))}
        onChange={setPlayers}
      />
      <Button kind="primary" onClick={() => addEmpty().catch(showError)}>
        {messages.study.addChapter}
      </Button>
      <h3>{messages.study.fromText}</h3>
      <LoadGameForm onLoad={async (text) => onAdd(named, await chapterText(engine, text, named))} />
    </div>
  );
}
