// Tournaments: what is running, what starts soon, what has ended.

import { useState } from "react";
import { useSession } from "../account/loginSession";
import { fetchTournaments, type TournamentInfo } from "../api/tournaments";
import { Link } from "../browser/router";
import { Button } from "../components/Button";
import { ErrorNotice } from "../components/ErrorNotice";
import { Loading } from "../components/Loading";
import { usePolling } from "../components/useFetch";
import { messages } from "../messages";
import { CreateTournament } from "../tournaments/CreateTournament";
import { TournamentCard } from "../tournaments/TournamentCard";
import { useServerTime } from "../tournaments/useTournament";
import "../style/lobby.css";
import "../tournaments/tournaments.css";

const REFRESH_MS = 10_000;
const LISTS = ["running", "upcoming", "finished"] as const;

export default function TournamentsPage() {
  const { account } = useSession();
  const [creating, setCreating] = useState(false);
  const { data, error, refetch } = usePolling(
    fetchTournaments,
    `tournaments ${account?.id}`,
    REFRESH_MS,
  );
  const now = useServerTime();
  const isEmpty = data && data.running.length + data.upcoming.length === 0;
  return (
    <div className="lobby">
      <div className="heading-row">
        <h1>{messages.tournaments.title}</h1>
        {account?.kind === "person" ? (
          <Button kind="primary" onClick={() => setCreating(true)}>
            {messages.tournaments.create}
          </Button>
        ) : (
          <Link to="/account">{messages.tournaments.needsAccount}</Link>
        )}
      </div>
      {error && !data && <ErrorNotice error={error} retry={refetch} />}
      {!data && !error && <Loading />}
      {isEmpty && <p className="panel">{messages.tournaments.none}</p>}
      {data &&
        LISTS.map((list) => (
          <TournamentList key={list} list={list} tournaments={data[list]} now={now} />
        ))}
      {creating && <CreateTournament onClose={() => setCreating(false)} />}
    </div>
  );
}

interface TournamentListProps {
  list: (typeof LISTS)[number];
  tournaments: readonly TournamentInfo[];
  now: number;
}

function TournamentList({ list, tournaments, now }: TournamentListProps) {
  if (tournaments.length === 0) return null;
  return (
    <section className="rows" aria-labelledby={`tournaments-${list}`}>
      <h2 id={`tournaments-${list}`}>{messages.tournaments[list]}</h2>
      <ul className="plain tournament-list">
        {tournaments.map((tournament) => (
          <TournamentCard key={tournament.id} tournament={tournament} now={now}>
            {tournament.joined === "in" && <b>{messages.tournaments.joined}</b>}
          </TournamentCard>
        ))}
      </ul>
    </section>
  );
}
