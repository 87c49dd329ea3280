// The dialog that challenges one to three accounts: the game's settings and your seat.

import { type FormEvent, useState } from "react";
import { ensureAccount, useSession } from "../account/loginSession";
import { type OnlineAccount, sendChallenge } from "../api/challenges";
import { Button } from "../components/Button";
import { Dialog } from "../components/Dialog";
import { describeError } from "../components/errorText";
import { SelectField, Switch, TextField } from "../components/fields";
import { showToast } from "../components/toasts";
import { describeClock } from "../lobby/gameSummary";
import { CLOCKS } from "../lobby/newGameForm";
import { messages } from "../messages";
import { currentLanguage } from "../messages/language";
import { BOARD_NAMES } from "../rules/boards";

interface ChallengeDialogProps {
  /** Whom to challenge first. */
  name: string;
  online: readonly OnlineAccount[];
  onClose(): void;
}

const MAX_OPPONENTS = 3;
const NAMES = "challenge-names";

export function ChallengeDialog({ name, online, onClose }: ChallengeDialogProps) {
  const rules = online.find(({ account }) => account.name === name)?.rules;
  const [opponents, setOpponents] = useState([name]);
  const [board, setBoard] = useState(rules?.boards?.[0] ?? "square8");
  const [clock, setClock] = useState("usual");
  const [seat, setSeat] = useState("random");
  const [rated, setRated] = useState(false);
  const [isPrivate, setPrivate] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const mayRate = useSession().account?.kind === "person";
  const { dialog } = messages.challenges;
  const seats = Array.from({ length: opponents.length + 1 }, (_, index) => `${index + 1}`);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      await ensureAccount();
      const sent = await sendChallenge({
        opponents,
        settings: {
          board,
          clock: CLOCKS[clock] ?? { kind: "none" },
          rated: rated && mayRate,
        },
        seat: seats.includes(seat) ? Number(seat) : "random",
        visibility: isPrivate ? "private" : "public",
      });
      const names = sent.opponents.map(({ account }) => account.name);
      showToast(
        messages.challenges.sent({ names: new Intl.ListFormat(currentLanguage()).format(names) }),
      );
      onClose();
    } catch (failure) {
      setError(describeError(failure).text);
      setBusy(false);
    }
  };

  return (
    <Dialog title={messages.challenges.title} onClose={onClose}>
      <form className="form" onSubmit={submit}>
        {opponents.map((opponent, index) => (
          <TextField
            // biome-ignore lint/suspicious/noArrayIndexKey: an opponent is its place
            key={index}
            label={index === 0 ? dialog.opponent : dialog.another}
            value={opponent}
            list={NAMES}
            required
            autoComplete="off"
            onChange={(value) => setOpponents(opponents.with(index, value))}
          />
        ))}
        <datalist id={NAMES}>
          {online.map(({ account }) => (
            <option key={account.id} value={account.name} />
          ))}
        </datalist>
        <div className="form-row">
          {opponents.length < MAX_OPPONENTS && (
            <Button onClick={() => setOpponents([...opponents, ""])}>{dialog.add}</Button>
          )}
          {opponents.length > 1 && (
            <Button onClick={() => setOpponents(opponents.slice(0, -1))}>
              {dialog.remove({ name: opponents.at(-1) || dialog.another })}
            </Button>
          )}
        </div>
        <div className="form-row">
          <SelectField
            label={dialog.board}
            value={board}
            onChange={setBoard}
            options={BOARD_NAMES.map((value) => ({ value, label: messages.terms.boards[value] }))}
          />
          <SelectField
            label={dialog.clock}
            value={clock}
            onChange={setClock}
            options={Object.entries(CLOCKS).map(([value, choice]) => ({
              value,
              label: describeClock(choice),
            }))}
          />
        </div>
        <SelectField
          label={dialog.seat}
          value={seats.includes(seat) ? seat : "random"}
          onChange={setSeat}
          options={[
            { value: "random", label: dialog.randomSeat },
            ...seats.map((value) => ({
              value,
              label: dialog.seatNumber({
                seat: value,
                colour: messages.terms.colour({ seat: value }),
              }),
            })),
          ]}
        />
        <Switch
          label={dialog.rated}
          hint={mayRate ? dialog.ratedHint : dialog.ratedNeedsAccount}
          checked={rated && mayRate}
          disabled={!mayRate}
          onChange={setRated}
        />
        <Switch label={dialog.private} checked={isPrivate} onChange={setPrivate} />
        {error && (
          <p className="error" role="alert">
            {error}
          </p>
        )}
        <Button kind="primary" type="submit" busy={busy}>
          {dialog.send}
        </Button>
      </form>
    </Dialog>
  );
}
