// Everything that can be chosen for a new game.

import { type FormEvent, useState } from "react";
import { useSession } from "../account/loginSession";
import { Button } from "../components/Button";
import { Dialog } from "../components/Dialog";
import { RadioBar, SelectField, Switch } from "../components/fields";
import { messages } from "../messages";
import { BOARDS, LEVELS } from "./ComputerGameCard";
import { describeClock } from "./gameSummary";
import {
  CLOCKS,
  DEFAULT_FORM,
  type NewGameForm,
  newGameRequest,
  type SeatChoice,
  whyUnrated,
} from "./newGameForm";
import { startGame } from "./startGame";

const PLAYERS = ["2", "3", "4"] as const;

export function NewGameDialog({ onClose }: { onClose(): void }) {
  const [wish, setWish] = useState(DEFAULT_FORM);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const hasAccount = useSession().account?.kind === "person";
  const change = (part: Partial<NewGameForm>) => setWish({ ...wish, ...part });
  const unrated = whyUnrated(wish, hasAccount);

  const create = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      await startGame(newGameRequest(wish, hasAccount));
    } catch (refused) {
      setError(refused instanceof Error ? refused.message : String(refused));
      setBusy(false);
    }
  };

  return (
    <Dialog title={messages.lobby.newGame} onClose={onClose}>
      <form className="form" onSubmit={create}>
        <div className="form-row">
          <SelectField
            label={messages.lobby.dialog.board}
            value={wish.board}
            onChange={(board) => change({ board })}
            options={BOARDS.map((value) => ({ value, label: messages.terms.boards[value] }))}
          />
          <SelectField
            label={messages.lobby.dialog.clock}
            value={wish.clock}
            onChange={(clock) => change({ clock })}
            options={Object.entries(CLOCKS).map(([value, clock]) => ({
              value,
              label: describeClock(clock),
            }))}
          />
        </div>
        <RadioBar
          label={messages.lobby.dialog.players}
          value={`${wish.players}`}
          onChange={(players) => change({ players: Number(players) as NewGameForm["players"] })}
          options={PLAYERS.map((value) => ({ value, label: value }))}
        />
        <Seats wish={wish} onChange={(seats) => change({ seats })} />
        <div className="form-row">
          <SelectField
            label={messages.lobby.dialog.edition}
            value={wish.edition}
            onChange={(edition) => change({ edition })}
            options={[
              { value: "standard", label: messages.terms.editions.standard },
              { value: "classic", label: messages.terms.editions.classic },
            ]}
          />
          <SelectField
            label={messages.lobby.dialog.visibility}
            value={wish.visibility}
            onChange={(visibility) => change({ visibility })}
            options={[
              { value: "public", label: messages.lobby.dialog.public },
              { value: "private", label: messages.lobby.dialog.private },
            ]}
          />
        </div>
        {wish.players === 2 && (
          <Switch
            label={messages.lobby.dialog.swap}
            hint={messages.lobby.dialog.swapHint}
            checked={wish.swap}
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
          checked={wish.rated && unrated === null}
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

function Seats({
  wish,
  onChange,
}: {
  wish: NewGameForm;
  onChange(seats: NewGameForm["seats"]): void;
}) {
  const options: { value: SeatChoice; label: string }[] = [
    { value: "me", label: messages.lobby.dialog.me },
    { value: "open", label: messages.lobby.dialog.anyone },
    ...LEVELS.map((value) => ({
      value: value as SeatChoice,
      label: messages.terms.level({ level: Number(value) }),
    })),
  ];
  return (
    <fieldset className="form-row">
      <legend className="visually-hidden">{messages.lobby.dialog.seats}</legend>
      {wish.seats.slice(0, wish.players).map((seat, index) => (
        <SelectField
          // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its number
          key={index}
          label={messages.lobby.dialog.seat({
            seat: index + 1,
            colour: messages.terms.colour({ seat: index + 1 }),
          })}
          value={seat}
          options={options}
          onChange={(chosen) =>
            onChange(wish.seats.with(index, chosen) as unknown as NewGameForm["seats"])
          }
        />
      ))}
    </fieldset>
  );
}
