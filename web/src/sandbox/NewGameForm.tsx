// A new sandbox game: board, players, edition, and who sits where.

import { useState } from "react";
import { Button } from "../components/Button";
import { RadioBar, SelectField, Switch } from "../components/fields";
import type { Setup } from "../engine/engine";
import { BOARD_NAMES } from "../rules/boards";
import { words } from "../strings";
import { newSettings, type SandboxSettings } from "./sandboxSettings";

const LEVELS = Array.from({ length: 11 }, (_, level) => level);

export function NewGameForm({
  setting,
  onBegin,
}: {
  setting: SandboxSettings;
  onBegin(setting: SandboxSettings): void;
}) {
  const [setup, setSetup] = useState(setting.setup);
  const [sitters, setSitters] = useState(setting.sitters);
  const change = (changed: Partial<Setup>) => setSetup({ ...setup, ...changed });
  const seats = Array.from({ length: setup.players }, (_, i) => i);
  return (
    <form
      className="new-game-form"
      onSubmit={(event) => {
        event.preventDefault();
        onBegin(newSettings({ ...setup, swap: setup.swap && setup.players === 2 }, sitters));
      }}
    >
      <SelectField
        label={words.sandbox.board}
        value={setup.board}
        options={BOARD_NAMES.map((value) => ({ value, label: words.sandbox.boards[value] }))}
        onChange={(board) => change({ board })}
      />
      <RadioBar
        label={words.sandbox.players}
        value={String(setup.players)}
        options={["2", "3", "4"].map((value) => ({ value, label: value }))}
        onChange={(players) => change({ players: Number(players) as Setup["players"] })}
      />
      <RadioBar
        label={words.sandbox.edition}
        value={setup.edition}
        options={(["standard", "classic"] as const).map((value) => ({
          value,
          label: words.sandbox.editions[value],
        }))}
        onChange={(edition) => change({ edition })}
      />
      {seats.map((i) => (
        <SelectField
          key={i}
          label={words.sandbox.seatIs(words.play.seat(i + 1))}
          value={String(sitters[i] ?? 0)}
          options={LEVELS.map((level) => ({
            value: String(level),
            label: level === 0 ? words.sandbox.person : words.sandbox.level(level),
          }))}
          onChange={(level) =>
            setSitters(seats.map((seat) => (seat === i ? Number(level) : (sitters[seat] ?? 0))))
          }
        />
      ))}
      {setup.players === 2 && (
        <Switch
          label={words.sandbox.swap}
          checked={setup.swap}
          onChange={(swap) => change({ swap })}
        />
      )}
      <Button kind="primary" type="submit">
        {words.sandbox.begin}
      </Button>
    </form>
  );
}
