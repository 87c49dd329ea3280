// The dialog with all settings of a new game.

import { type FormEvent, useState } from "react";
import { useSession } from "../account/loginSession";
import { Button } from "../components/Button";
import { Dialog } from "../components/Dialog";
import { describeError } from "../components/errorText";
import { SelectField, Switch } from "../components/fields";
import { PlayersField } from "../components/PlayersField";
import { messages } from "../messages";
import { BOARD_NAMES } from "../rules/boards";
import { EDITION_CHOICES } from "../rules/editions";
import { START_NAMES } from "../setup/starts";
import { LEVELS } from "./ComputerGameCard";
import { describeClock } from "./gameSummary";
import {
  CLOCKS,
  DEFAULT_FORM,
  mayHaveSubstitute,
  maySwap,
  type NewGameForm,
  newGameRequest,
  type SeatChoice,
  type SubstituteChoice,
  startOf,
  whyUnrated,
} from "./newGameForm";
import { startGame } from "./startGame";

export function NewGameDialog({ onClose }: { onClose(): void }) {
  const [form, setForm] = useState(DEFAULT_FORM);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const hasAccount = useSession().account?.kind === "person";
  const change = (part: Partial<NewGameForm>) => setForm({ ...form, ...part });
  const unrated = whyUnrated(form, hasAccount);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      await startGame(newGameRequest(form, hasAccount));
    } catch (failure) {
      setError(describeError(failure).text);
      setBusy(false);
    }
  };

  return (
    <Dialog title={messages.lobby.newGame} onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <div className="form-row">
          <SelectField
            label={messages.lobby.dialog.board}
            value={form.board}
            onChange={(board) => change({ board })}
            options={BOARD_NAMES.map((value) => ({ value, label: messages.terms.boards[value] }))}
          />
          <SelectField
            label={messages.lobby.dialog.clock}
            value={form.clock}
            onChange={(clock) => change({ clock })}
            options={Object.entries(CLOCKS).map(([value, clock]) => ({
              value,
              label: describeClock(clock),
            }))}
          />
        </div>
        <PlayersField
          label={messages.lobby.dialog.players}
          value={form.players}
          onChange={(players) => change({ players })}
        />
        <SeatFields form={form} onChange={(seats) => change({ seats })} />
        <Switch
          label={messages.lobby.dialog.randomSeats}
          hint={messages.lobby.dialog.randomSeatsHint}
          checked={form.seating === "random"}
          onChange={(random) => change({ seating: random ? "random" : "listed" })}
        />
        <div className="form-row">
          <SelectField
            label={messages.lobby.dialog.edition}
            value={form.edition}
            onChange={(edition) => change({ edition })}
            options={EDITION_CHOICES.map((value) => ({
              value,
              label: messages.terms.editions[value],
            }))}
          />
          <SelectField
            label={messages.lobby.dialog.visibility}
            value={form.visibility}
            onChange={(visibility) => change({ visibility })}
            options={[
              { value: "public", label: messages.lobby.dialog.public },
              { value: "private", label: messages.lobby.dialog.private },
            ]}
          />
        </div>
        <SelectField
          label={messages.lobby.dialog.start}
          hint={messages.lobby.dialog.startHint}
          value={startOf(form)}
          onChange={(start) => change({ start })}
          options={START_NAMES.map((value) => ({ value, label: messages.terms.starts[value] }))}
        />
        {mayHaveSubstitute(form) && (
          <SelectField
            label={messages.lobby.dialog.substitute}
            hint={messages.lobby.dialog.substituteHint}
            value={form.substitute}
            onChange={(substitute) => change({ substitute })}
            options={substituteOptions()}
          />
        )}
        {maySwap(form) && (
          <Switch
            label={messages.lobby.dialog.swap}
            hint={messages.lobby.dialog.swapHint}
            checked={form.swap}
            onChange={(swap) => change({ swap })}
          />
        )}
        <Switch
          label={messages.lobby.dialog.rated}
          hint={
            unrated === "account"
              ? messages.lobby.dialog.ratedNeedsAccount
              : messages.lobby.dialog.ratedHint
          }
          checked={form.rated && unrated === null}
          disabled={unrated !== null}
          onChange={(rated) => change({ rated })}
        />
        {error && (
          <p className="error" role="alert">
            {error}
          </p>
        )}
        <Button kind="primary" type="submit" busy={busy}>
          {messages.lobby.dialog.create}
        </Button>
      </form>
    </Dialog>
  );
}

const levelOptions = () =>
  LEVELS.map((value) => ({
    value,
    label: messages.lobby.dialog.computer({
      level: Number(value),
      strength: messages.terms.strength({ level: value }),
    }),
  }));

const substituteOptions = (): { value: SubstituteChoice; label: string }[] => [
  { value: "near", label: messages.lobby.dialog.substituteNear },
  ...levelOptions(),
];

function SeatFields({
  form,
  onChange,
}: {
  form: NewGameForm;
  onChange(seats: NewGameForm["seats"]): void;
}) {
  const options: { value: SeatChoice; label: string }[] = [
    { value: "me", label: messages.lobby.dialog.me },
    { value: "open", label: messages.lobby.dialog.anyone },
    ...levelOptions(),
  ];
  return (
    <fieldset className="form-row">
      <legend className="visually-hidden">{messages.lobby.dialog.seats}</legend>
      {form.seats.slice(0, form.players).map((seat, index) => (
        <SelectField
          // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its number
          key={index}
          label={
            form.seating === "random"
              ? messages.lobby.dialog.player({ number: index + 1 })
              : messages.lobby.dialog.seat({
                  seat: index + 1,
                  colour: messages.terms.colour({ seat: index + 1 }),
                })
          }
          value={seat}
          options={options}
          onChange={(choice) =>
            onChange(form.seats.with(index, choice) as unknown as NewGameForm["seats"])
          }
        />
      ))}
    </fieldset>
  );
}
