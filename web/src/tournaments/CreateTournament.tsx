// The dialog that creates a tournament.

import { type FormEvent, useState } from "react";
import { useSession } from "../account/loginSession";
import { createTournament, type TournamentFormat } from "../api/tournaments";
import { navigate } from "../browser/router";
import { Button } from "../components/Button";
import { Dialog } from "../components/Dialog";
import { describeError } from "../components/errorText";
import { RadioBar, SelectField, Switch, TextField } from "../components/fields";
import { liveClient } from "../live/liveClient";
import { LEVELS } from "../lobby/ComputerGameCard";
import { describeClock } from "../lobby/gameSummary";
import { messages } from "../messages";
import { BOARD_NAMES } from "../rules/boards";
import {
  BY_HAND,
  COMPUTER_COUNTS,
  DEFAULT_TOURNAMENT,
  lengthsOf,
  mayBeRated,
  newTournamentRequest,
  REPEATS,
  STARTS,
  TOURNAMENT_CLOCKS,
  type TournamentForm,
  withFormat,
} from "./newTournamentForm";

const FORMATS: readonly TournamentFormat[] = ["arena", "swiss", "tables"];

interface CreateTournamentProps {
  /** Only members of this club may join. */
  club?: string;
  onClose(): void;
}

export function CreateTournament({ club, onClose }: CreateTournamentProps) {
  const { role } = useSession();
  const [form, setForm] = useState(DEFAULT_TOURNAMENT);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const change = (part: Partial<TournamentForm>) => setForm({ ...form, ...part });
  const words = messages.tournaments.form;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      const request = {
        ...newTournamentRequest(form, liveClient.serverTime()),
        ...(club ? { club } : {}),
      };
      navigate(`/tournament/${(await createTournament(request)).id}`);
    } catch (failure) {
      setError(describeError(failure).text);
      setBusy(false);
    }
  };

  return (
    <Dialog title={messages.tournaments.create} onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <TextField
          label={words.name}
          value={form.name}
          required
          minLength={3}
          maxLength={60}
          onChange={(name) => change({ name })}
        />
        <RadioBar
          label={words.format}
          hint={messages.tournaments.formatHints[form.format]}
          value={form.format}
          onChange={(format) => setForm(withFormat(form, format))}
          options={FORMATS.map((value) => ({ value, label: messages.tournaments.formats[value] }))}
        />
        <div className="form-row">
          <SelectField
            label={words.board}
            value={form.board}
            onChange={(board) => change({ board })}
            options={BOARD_NAMES.map((value) => ({ value, label: messages.terms.boards[value] }))}
          />
          <SelectField
            label={words.clock}
            value={form.clock}
            onChange={(clock) => change({ clock })}
            options={clockOptions(form.format)}
          />
        </div>
        <div className="form-row">
          <SelectField
            label={words.length}
            value={form.length}
            onChange={(length) => change({ length })}
            options={lengthsOf(form.format).map((length) => ({
              value: `${length}`,
              label:
                form.format === "arena"
                  ? messages.tournaments.minutes({ minutes: length })
                  : messages.tournaments.rounds({ rounds: length }),
            }))}
          />
          <SelectField
            label={words.start}
            value={form.start}
            onChange={(start) => change({ start })}
            options={STARTS.map((minutes) => ({ value: `${minutes}`, label: startLabel(minutes) }))}
          />
        </div>
        {form.format === "tables" && (
          <SelectField
            label={words.tableSize}
            value={form.tableSize}
            onChange={(tableSize) => change({ tableSize })}
            options={(["3", "4"] as const).map((value) => ({ value, label: value }))}
          />
        )}
        <div className="form-row">
          <SelectField
            label={words.computers}
            value={form.computers}
            onChange={(computers) => change({ computers })}
            options={COMPUTER_COUNTS.map((count) => ({
              value: `${count}`,
              label: count === 0 ? words.noComputers : words.computersCount({ count }),
            }))}
          />
          {form.computers !== "0" && (
            <SelectField
              label={words.level}
              value={form.level}
              onChange={(level) => change({ level })}
              options={LEVELS.map((value) => ({
                value,
                label: messages.lobby.dialog.computer({
                  level: Number(value),
                  strength: messages.terms.strength({ level: value }),
                }),
              }))}
            />
          )}
        </div>
        {role && (
          <SelectField
            label={words.repeat}
            value={form.repeat}
            onChange={(repeat) => change({ repeat })}
            options={REPEATS.map((days) => ({
              value: days,
              label: messages.tournaments.repeats[days],
            }))}
          />
        )}
        <Switch
          label={words.rated}
          hint={words.ratedHint}
          checked={form.rated && mayBeRated(form)}
          disabled={!mayBeRated(form)}
          onChange={(rated) => change({ rated })}
        />
        <TextField
          label={words.description}
          value={form.description}
          maxLength={1000}
          onChange={(description) => change({ description })}
        />
        {error && (
          <p className="error" role="alert">
            {error}
          </p>
        )}
        <Button kind="primary" type="submit" busy={busy}>
          {words.submit}
        </Button>
      </form>
    </Dialog>
  );
}

const clockOptions = (format: TournamentFormat) =>
  Object.entries(TOURNAMENT_CLOCKS)
    .filter(([, { kind }]) => format !== "arena" || kind !== "correspondence")
    .map(([value, clock]) => ({ value, label: describeClock(clock) }));

function startLabel(minutes: number): string {
  const words = messages.tournaments.form;
  if (minutes === BY_HAND) return words.now;
  if (minutes < 60) return words.in({ minutes });
  return minutes < 1440
    ? words.inHours({ hours: minutes / 60 })
    : words.inDays({ days: minutes / 1440 });
}
