// Games with days per turn: by urgency, vacation, and mails about turns.

import { useState } from "react";
import { formatTime } from "../account/formatTime";
import { useSession } from "../account/loginSession";
import {
  beginVacation,
  endVacation,
  fetchTurnMails,
  fetchVacation,
  setTurnMails,
  type Vacation,
} from "../api/correspondence";
import { fetchWaitingGames } from "../api/games";
import { Link } from "../browser/router";
import { Button } from "../components/Button";
import { ErrorNotice } from "../components/ErrorNotice";
import { SelectField, Switch } from "../components/fields";
import { Loading } from "../components/Loading";
import { showError } from "../components/toasts";
import { useFetch, usePolling } from "../components/useFetch";
import { OwnGames } from "../lobby/OwnGames";
import { messages } from "../messages";
import "../style/lobby.css";

const REFRESH_MS = 30_000;
const VACATION_DAYS = ["1", "3", "7", "14", "21", "30"] as const;

export default function CorrespondencePage() {
  const { account } = useSession();
  return (
    <div className="lobby">
      <h1>{messages.correspondence.title}</h1>
      <div className="with-side">
        <div>{account && <Games me={account.id} />}</div>
        {account?.kind === "person" ? (
          <aside>
            <VacationPanel />
            <TurnMailsPanel />
          </aside>
        ) : (
          <Link to="/account">{messages.correspondence.account}</Link>
        )}
      </div>
    </div>
  );
}

function Games({ me }: { me: string }) {
  const { data, error, refetch } = usePolling(fetchWaitingGames, me, REFRESH_MS);
  if (error && !data) return <ErrorNotice error={error} retry={refetch} />;
  if (!data) return <Loading />;
  const games = data.filter(({ game }) => game.settings.clock.kind === "correspondence");
  if (games.length === 0) {
    return (
      <div className="panel empty">
        <p>{messages.correspondence.none}</p>
        <Link className="button" to="/play">
          {messages.correspondence.lobby}
        </Link>
      </div>
    );
  }
  return (
    <>
      <p className="quiet">{messages.correspondence.intro}</p>
      <OwnGames games={games} me={me} />
    </>
  );
}

function VacationPanel() {
  const { data, error, refetch } = useFetch(fetchVacation, "vacation");
  const [days, setDays] = useState<(typeof VACATION_DAYS)[number]>("7");
  const words = messages.correspondence.vacation;
  const change = async (action: () => Promise<Vacation>) => {
    try {
      await action();
    } catch (failure) {
      showError(failure);
    }
    refetch();
  };
  if (error && !data) return <ErrorNotice error={error} retry={refetch} />;
  if (!data) return <Loading />;
  return (
    <section className="panel" aria-labelledby="vacation">
      <h2 id="vacation">{words.title}</h2>
      <p>{words.text}</p>
      {data.until === null ? (
        <>
          <SelectField
            label={words.days}
            hint={words.left({ days: Math.floor(data.days_left) })}
            value={days}
            onChange={setDays}
            options={VACATION_DAYS.map((value) => ({
              value,
              label: words.option({ days: Number(value) }),
            }))}
          />
          <Button kind="primary" onClick={() => change(() => beginVacation(Number(days)))}>
            {words.begin}
          </Button>
        </>
      ) : (
        <>
          <p>
            <b>{words.until({ date: formatTime(data.until) })}</b>
          </p>
          <Button onClick={() => change(endVacation)}>{words.end}</Button>
        </>
      )}
    </section>
  );
}

function TurnMailsPanel() {
  const { data, refetch } = useFetch(fetchTurnMails, "turn mails");
  const words = messages.correspondence.mails;
  if (!data) return null;
  const change = async (wanted: boolean) => {
    try {
      await setTurnMails(wanted);
    } catch (failure) {
      showError(failure);
    }
    refetch();
  };
  return (
    <section className="panel" aria-labelledby="turn-mails">
      <h2 id="turn-mails">{words.title}</h2>
      {data.available ? (
        <Switch label={words.label} hint={words.hint} checked={data.wanted} onChange={change} />
      ) : (
        <p>{words.unavailable}</p>
      )}
    </section>
  );
}
