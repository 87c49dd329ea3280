// The next tournaments and the running ones, at the top of the lobby. Without any it is not there.

import { ensureAccount, useSession } from "../account/loginSession";
import { fetchTournaments, joinTournament, type TournamentInfo } from "../api/tournaments";
import { Link, navigate } from "../browser/router";
import { Button } from "../components/Button";
import { showError } from "../components/toasts";
import { usePolling } from "../components/useFetch";
import { messages } from "../messages";
import "./tournaments.css";
import { describeProgress, describeTournament } from "./words";

const REFRESH_MS = 20_000;
const MAX_SHOWN = 2;
/** A tournament is shown so many seconds before its start. */
const AHEAD = 24 * 3600;

export default function TournamentStrip() {
  const { account } = useSession();
  const { data } = usePolling(fetchTournaments, `tournaments ${account?.id}`, REFRESH_MS);
  const now = Date.now() / 1000;
  const soon = data?.upcoming.filter(({ starts_at }) => starts_at < now + AHEAD) ?? [];
  const shown = [...soon, ...(data?.running ?? [])].slice(0, MAX_SHOWN);
  if (shown.length === 0) return null;
  return (
    <section className="tournament-strip" aria-label={messages.tournaments.title}>
      {shown.map((tournament) => (
        <StripCard key={tournament.id} tournament={tournament} now={now} />
      ))}
    </section>
  );
}

function StripCard({ tournament, now }: { tournament: TournamentInfo; now: number }) {
  const { id, name, status, entrants, joined } = tournament;
  const join = async () => {
    try {
      await ensureAccount();
      await joinTournament(id);
      navigate(`/tournament/${id}`);
    } catch (error) {
      showError(error);
    }
  };
  return (
    <div className="tournament-banner" data-status={status}>
      <div>
        <Link className="tournament-name" to={`/tournament/${id}`}>
          {name}
        </Link>
        <span>
          {describeTournament(tournament)} · {describeProgress(tournament, now)}
        </span>
      </div>
      {status === "upcoming" && !joined ? (
        <Button className="sun" onClick={join}>
          {messages.tournaments.joinCount({ count: entrants })}
        </Button>
      ) : (
        <Link className="button ghost" to={`/tournament/${id}`}>
          {joined ? messages.tournaments.joined : messages.tournaments.watch}
        </Link>
      )}
    </div>
  );
}
