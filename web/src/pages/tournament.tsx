// One tournament: standings, games, and the way to your own game.

import { useEffect, useRef } from "react";
import { formatTime } from "../account/formatTime";
import { useSession } from "../account/loginSession";
import { fetchLiveGames } from "../api/games";
import type { TournamentView } from "../api/tournaments";
import type { PageProps } from "../browser/route";
import { Link, navigate } from "../browser/router";
import { ErrorNotice } from "../components/ErrorNotice";
import { Loading } from "../components/Loading";
import { usePolling } from "../components/useFetch";
import { GameCard } from "../lobby/GameCard";
import { seatName } from "../lobby/gameSummary";
import { messages } from "../messages";
import { MatchList } from "../tournaments/MatchList";
import { StandingsTable } from "../tournaments/StandingsTable";
import { TournamentActions } from "../tournaments/TournamentActions";
import { useServerTime, useTournament } from "../tournaments/useTournament";
import {
  describeProgress,
  describeTournament,
  entrantName,
  formatCountdown,
} from "../tournaments/words";
import "../style/hero.css";
import "../style/lobby.css";
import "../tournaments/tournaments.css";

const REFRESH_MS = 5_000;
const MAX_BOARDS = 8;

export default function TournamentPage({ route }: PageProps) {
  const { tournament, error, show } = useTournament(route.params.id ?? "");
  if (error && !tournament) return <ErrorNotice error={error} />;
  return tournament ? <Tournament tournament={tournament} onChange={show} /> : <Loading />;
}

interface TournamentProps {
  tournament: TournamentView;
  onChange(view: TournamentView): void;
}

function Tournament({ tournament, onChange }: TournamentProps) {
  const me = useSession().account?.id;
  const now = useServerTime();
  const own = tournament.standings.find(({ account }) => account && account.id === me);
  useOpenOwnGame(own?.game ?? null);
  const words = messages.tournaments;
  return (
    <div className="lobby">
      <section className="hero tournament-hero">
        <h1>{tournament.name}</h1>
        <p>{describeTournament(tournament)}</p>
        <p>
          <b>{describeProgress(tournament, now)}</b>
          {tournament.status === "upcoming" && ` · ${formatTime(tournament.starts_at)}`}
        </p>
        {tournament.club && (
          <p>
            <Link className="hero-link" to={`/club/${tournament.club.id}`}>
              {tournament.club.name}
            </Link>
          </p>
        )}
        {tournament.description && <p>{tournament.description}</p>}
        <OwnState tournament={tournament} now={now} status={own?.status ?? null} />
        <TournamentActions tournament={tournament} me={me} onChange={onChange} />
      </section>
      <div className="with-side">
        <section className="panel" aria-labelledby="standings">
          <div className="heading-row">
            <h2 id="standings">{words.standings}</h2>
            <small className="quiet">{words.entrants({ count: tournament.entrants })}</small>
          </div>
          <StandingsTable tournament={tournament} me={me} />
        </section>
        <aside>
          {tournament.matches.length > 0 && (
            <section className="panel" aria-labelledby="matches">
              <h2 id="matches">{tournament.format === "arena" ? words.latest : words.pairings}</h2>
              <MatchList tournament={tournament} />
            </section>
          )}
          {tournament.created_by && (
            <small className="quiet">{words.createdBy({ name: tournament.created_by.name })}</small>
          )}
        </aside>
      </div>
      {tournament.status === "running" && <Boards tournament={tournament.id} />}
    </div>
  );
}

/** Opens your game when it starts, not one that was already running when the page opened. */
function useOpenOwnGame(game: string | null): void {
  const before = useRef<string | null | undefined>(undefined);
  useEffect(() => {
    if (game && before.current !== undefined && before.current !== game) navigate(`/game/${game}`);
    before.current = game;
  }, [game]);
}

interface OwnStateProps {
  tournament: TournamentView;
  now: number;
  status: "in" | "paused" | "withdrawn" | null;
}

function OwnState({ tournament, now, status }: OwnStateProps) {
  const words = messages.tournaments;
  const { standings, next_at } = tournament;
  const [best] = standings;
  if (tournament.status === "over" && best) return <p>{words.over({ name: entrantName(best) })}</p>;
  if (tournament.status !== "running") return null;
  if (status === "paused") return <p>{words.paused}</p>;
  if (status === "withdrawn") return <p>{words.withdrawn}</p>;
  const isBreak = tournament.format !== "arena" && next_at !== null && next_at > now;
  return (
    <>
      {isBreak && <p>{words.nextRound({ time: formatCountdown(next_at - now) })}</p>}
      {status === "in" && <p>{words.waiting}</p>}
    </>
  );
}

function Boards({ tournament }: { tournament: string }) {
  const { data } = usePolling(() => fetchLiveGames(), `live ${tournament}`, REFRESH_MS);
  const games = data?.filter((game) => game.tournament?.id === tournament).slice(0, MAX_BOARDS);
  if (!games || games.length === 0) return null;
  return (
    <section className="rows" aria-labelledby="boards">
      <h2 id="boards">{messages.tournaments.boards}</h2>
      <ul className="plain game-cards">
        {games.map((game) => (
          <GameCard key={game.id} game={game} title={game.seats.map(seatName).join(", ")}>
            <small className="quiet">
              {game.preview && messages.lobby.turn({ turn: game.preview.turn })}
            </small>
          </GameCard>
        ))}
      </ul>
    </section>
  );
}
