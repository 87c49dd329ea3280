// Finds opponents for a chosen kind of game and shows the progress of the search.

import { useEffect, useState } from "react";
import { useSession } from "../account/loginSession";
import type { GameSettings, QuickMatchCount } from "../api/types";
import { navigate } from "../browser/router";
import { Button } from "../components/Button";
import { SelectField, Switch } from "../components/fields";
import { PlayersField } from "../components/PlayersField";
import { showError, showToast } from "../components/toasts";
import { messages } from "../messages";
import { BOARD_NAMES } from "../rules/boards";
import { defaultStart } from "../setup/starts";
import { describeClock, describeSettings } from "./gameSummary";
import { startMatchmaking } from "./matchmaking";
import { CLOCKS } from "./newGameForm";
import {
  countWaiting,
  loadForm,
  QUICK_CLOCKS,
  type QuickMatchForm,
  saveForm,
  wantedSettings,
} from "./quickMatchForm";
import { startFriendGame } from "./startGame";

const MAX_KINDS = 5;

interface SearchStatus {
  seconds: number;
  unreachable: boolean;
}

interface QuickMatchProps {
  counts: readonly QuickMatchCount[];
  /** Whether finding a game is the main action of the page. */
  main?: boolean;
}

export function QuickMatch({ counts, main = true }: QuickMatchProps) {
  const [busy, setBusy] = useState(false);
  const [form, setForm] = useState(loadForm);
  const [search, setSearch] = useState<Partial<GameSettings> | null>(null);
  const [status, setStatus] = useState<SearchStatus>({ seconds: 0, unreachable: false });
  const hasAccount = useSession().account?.kind === "person";

  useEffect(() => {
    if (!search) return;
    setStatus({ seconds: 0, unreachable: false });
    return startMatchmaking(search, {
      onWaiting: (seconds, unreachable) => setStatus({ seconds, unreachable }),
      onFound: (game) => navigate(`/game/${game.id}`),
      onMissed: () => showToast(messages.lobby.quick.missed),
      onLeaveFailed: showError,
      onRefused(error) {
        showError(error);
        setSearch(null);
      },
    });
  }, [search]);

  const opponents = (search?.players ?? form.players) - 1;
  const start = () => {
    saveForm(form);
    setSearch(wantedSettings(form, hasAccount));
  };

  const invite = async () => {
    setBusy(true);
    saveForm(form);
    try {
      await startFriendGame(form.board, form.players - 1);
    } catch (error) {
      showError(error);
      setBusy(false);
    }
  };

  return (
    <div className="quick-match wide">
      {!search && (
        <FormFields form={form} counts={counts} hasAccount={hasAccount} onChange={setForm} />
      )}
      <div role="status">{search && <SearchProgress opponents={opponents} {...status} />}</div>
      {search ? (
        <>
          <SearchSummary search={search} counts={counts} />
          <Button onClick={() => setSearch(null)}>{messages.lobby.quick.stop}</Button>
        </>
      ) : (
        <div className="button-pair">
          <Button kind={main ? "primary" : "plain"} onClick={start}>
            {messages.lobby.quick.start}
          </Button>
          <Button busy={busy} onClick={invite}>
            {messages.home.friend.invite({ friends: form.players - 1 })}
          </Button>
        </div>
      )}
      {!search && <WantedGames counts={counts} hasAccount={hasAccount} onJoin={setSearch} />}
    </div>
  );
}

interface FormFieldsProps {
  form: QuickMatchForm;
  counts: readonly QuickMatchCount[];
  hasAccount: boolean;
  onChange(form: QuickMatchForm): void;
}

/** Each option says how many people wait for it, given the choices before it. */
function FormFields({ form, counts, hasAccount, onChange }: FormFieldsProps) {
  const { players, board } = form;
  const change = (part: Partial<QuickMatchForm>) => onChange({ ...form, ...part });
  const withWaiting = (label: string, waiting: number) =>
    messages.lobby.quick.option({ label, waiting });
  const settings = wantedSettings(form, hasAccount);
  return (
    <>
      <PlayersField
        label={messages.lobby.dialog.players}
        value={players}
        onChange={(count) => change({ players: count })}
        optionLabel={(count) => withWaiting(`${count}`, countWaiting(counts, { players: count }))}
        optionContent={(count) => (
          <PlayersOption count={count} waiting={countWaiting(counts, { players: count })} />
        )}
      />
      <div className="button-pair">
        <SelectField
          label={messages.lobby.dialog.board}
          value={board}
          onChange={(value) => change({ board: value })}
          options={BOARD_NAMES.map((value) => ({
            value,
            label: withWaiting(
              messages.terms.boards[value],
              countWaiting(counts, { players, board: value }),
            ),
          }))}
        />
        <SelectField
          label={messages.lobby.dialog.clock}
          value={form.clock}
          onChange={(clock) => change({ clock })}
          options={QUICK_CLOCKS.map((value) => {
            const clock = CLOCKS[value] as GameSettings["clock"];
            return {
              value,
              label: withWaiting(
                describeClock(clock),
                countWaiting(counts, { players, board, clock }),
              ),
            };
          })}
        />
      </div>
      {defaultStart(board, players) === "balanced" && (
        <small className="quiet">{messages.lobby.startsBalanced}</small>
      )}
      {hasAccount && (
        <Switch
          label={withWaiting(
            messages.lobby.dialog.rated,
            countWaiting(counts, { ...settings, rated: true }),
          )}
          checked={form.rated}
          onChange={(rated) => change({ rated })}
        />
      )}
    </>
  );
}

function PlayersOption({ count, waiting }: { count: number; waiting: number }) {
  if (waiting === 0) return messages.terms.players({ count });
  return (
    <>
      {messages.terms.players({ count })}
      <small>{messages.lobby.quick.waitingShort({ waiting })}</small>
    </>
  );
}

/** Screen readers do not read the seconds: they would never stop. */
function SearchProgress({ opponents, seconds, unreachable }: SearchStatus & { opponents: number }) {
  if (unreachable) return <p>{messages.lobby.quick.trouble}</p>;
  return (
    <p>
      {messages.lobby.quick.searching({ count: opponents })}{" "}
      <span aria-hidden="true">{messages.lobby.seconds({ seconds })}</span>
    </p>
  );
}

function SearchSummary({
  search,
  counts,
}: {
  search: Partial<GameSettings>;
  counts: readonly QuickMatchCount[];
}) {
  const { players, board, clock, rated } = search;
  const waiting = countWaiting(counts, { players, board, clock, rated });
  return waiting > 0 && <p className="quiet">{messages.lobby.quick.waitingHere({ waiting })}</p>;
}

interface WantedGamesProps {
  counts: readonly QuickMatchCount[];
  hasAccount: boolean;
  onJoin(settings: GameSettings): void;
}

/** The games that people look for right now. */
function WantedGames({ counts, hasAccount, onJoin }: WantedGamesProps) {
  const waiting = counts.reduce((sum, kind) => sum + kind.waiting, 0);
  if (waiting === 0) return <p className="quiet centred">{messages.lobby.quick.nobody}</p>;
  return (
    <>
      {counts.length > 1 && (
        <p className="good centred">{messages.lobby.quick.waiting({ waiting })}</p>
      )}
      <ul className="plain rows wanted-games">
        {counts.slice(0, MAX_KINDS).map(({ settings, waiting }) => (
          <li key={JSON.stringify(settings)} className="row">
            <div className="grow">
              <div>
                {messages.lobby.quick.waiting({ waiting })}{" "}
                {settings.rated && <span className="badge">{messages.lobby.rated}</span>}
              </div>
              <small className="quiet">{describeSettings(settings)}</small>
            </div>
            <Button disabled={settings.rated && !hasAccount} onClick={() => onJoin(settings)}>
              {messages.lobby.quick.join}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
