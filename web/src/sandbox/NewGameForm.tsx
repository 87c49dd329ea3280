// The form for a new sandbox game: board, players, edition and computer levels.

import { useState } from "react";
import { Button } from "../components/Button";
import { RadioBar, SelectField, Switch } from "../components/fields";
import { PlayersField } from "../components/PlayersField";
import { messages } from "../messages";
import { BOARD_NAMES } from "../rules/boards";
import { EDITION_CHOICES } from "../rules/editions";
import type { Setup } from "../rules/wire";
import { newSettings, type SandboxSettings } from "./sandboxSettings";

const LEVELS = Array.from({ length: 11 }, (_, level) => level);

export function NewGameForm({
  settings,
  onStart,
}: {
  settings: SandboxSettings;
  onStart(settings: SandboxSettings): void;
}) {
  const [setup, setSetup] = useState(settings.setup);
  const [levels, setLevels] = useState(settings.levels);
  const change = (changed: Partial<Setup>) => setSetup({ ...setup, ...changed });
  const seats = Array.from({ length: setup.players }, (_, i) => i);
  return (
    <form
      className="new-game-form"
      onSubmit={(event) => {
        event.preventDefault();
        onStart(newSettings({ ...setup, swap: setup.swap && setup.players === 2 }, levels));
      }}
    >
      <SelectField
        label={messages.sandbox.board}
        value={setup.board}
        options={BOARD_NAMES.map((value) => ({ value, label: messages.terms.boards[value] }))}
        onChange={(board) => change({ board })}
      />
      <PlayersField
        label={messages.sandbox.players}
        value={setup.players}
        onChange={(players) => change({ players })}
      />
      <RadioBar
        label={messages.sandbox.edition}
        value={setup.edition}
        options={EDITION_CHOICES.map((value) => ({
          value,
          label: messages.terms.editions[value],
        }))}
        onChange={(edition) => change({ edition })}
      />
      {seats.map((i) => (
        <SelectField
          key={i}
          label={messages.sandbox.seatPlayer({ seat: messages.terms.seat({ seat: i + 1 }) })}
          value={String(levels[i] ?? 0)}
          options={LEVELS.map((level) => ({
            value: String(level),
            label: level === 0 ? messages.sandbox.person : messages.sandbox.level({ level }),
          }))}
          onChange={(level) =>
            setLevels(seats.map((seat) => (seat === i ? Number(level) : (levels[seat] ?? 0))))
          }
        />
      ))}
      {setup.players === 2 && (
        <Switch
          label={messages.sandbox.swap}
          checked={setup.swap}
          onChange={(swap) => change({ swap })}
        />
      )}
      <Button kind="primary" type="submit">
        {messages.sandbox.start}
      </Button>
    </form>
  );
}
