// One club: members, tournaments, games between members.

import { useState } from "react";
import { useSession } from "../account/loginSession";
import {
  type ClubView,
  deleteClub,
  fetchClub,
  fetchClubGames,
  joinClub,
  removeFromClub,
  setClubRole,
} from "../api/people";
import { fetchTournament } from "../api/tournaments";
import type { PageProps } from "../browser/route";
import { Link, navigate } from "../browser/router";
import { ReportText } from "../community/ReportText";
import { Button } from "../components/Button";
import { ErrorNotice } from "../components/ErrorNotice";
import { Loading } from "../components/Loading";
import { showError } from "../components/toasts";
import { useFetch } from "../components/useFetch";
import { GameCard } from "../lobby/GameCard";
import { seatName } from "../lobby/gameSummary";
import { messages } from "../messages";
import { CreateTournament } from "../tournaments/CreateTournament";
import { TournamentCard } from "../tournaments/TournamentCard";
import { useServerTime } from "../tournaments/useTournament";
import "../people/people.css";
import "../style/hero.css";
import "../style/lobby.css";
import "../tournaments/tournaments.css";

const MAX_TOURNAMENTS = 10;

export default function ClubPage({ route }: PageProps) {
  const id = route.params.id ?? "";
  const me = useSession().account;
  const { data, error, refetch } = useFetch(() => fetchClub(id), `${id} ${me?.id}`);
  if (error && !data) return <ErrorNotice error={error} retry={refetch} />;
  if (!data) return <Loading />;
  return (
    <div className="lobby">
      <ClubHero club={data} me={me?.id} onChange={refetch} />
      <div className="with-side">
        <div>
          <Tournaments club={data} />
          <Games club={id} />
        </div>
        <aside>
          <Members club={data} onChange={refetch} />
        </aside>
      </div>
    </div>
  );
}

interface ClubHeroProps {
  club: ClubView;
  me: string | undefined;
  onChange(): void;
}

function ClubHero({ club, me, onChange }: ClubHeroProps) {
  const [creating, setCreating] = useState(false);
  const words = messages.people.clubs;
  const run = async (action: () => Promise<unknown>) => {
    try {
      await action();
      onChange();
    } catch (error) {
      showError(error);
    }
  };
  const remove = async () => {
    if (!window.confirm(words.deleteQuestion)) return;
    try {
      await deleteClub(club.id);
      navigate("/club");
    } catch (error) {
      showError(error);
    }
  };
  return (
    <section className="hero hero-text">
      <h1>{club.name}</h1>
      {club.description && <p>{club.description}</p>}
      <p>
        {words.members({ count: club.members })} ·{" "}
        {club.access === "open" ? words.open : words.request}
      </p>
      {club.role === "applicant" && <p>{words.asked}</p>}
      <div className="buttons">
        {club.role === null && (
          <Button className="sun" onClick={() => run(() => joinClub(club.id))}>
            {club.access === "open" ? words.join : words.ask}
          </Button>
        )}
        {club.role === "leader" && (
          <Button className="sun" onClick={() => setCreating(true)}>
            {messages.tournaments.create}
          </Button>
        )}
        {club.role !== null && me && (
          <Button className="ghost" onClick={() => run(() => removeFromClub(club.id, me))}>
            {words.leave}
          </Button>
        )}
        {club.role === "leader" && (
          <Button className="ghost" onClick={remove}>
            {words.delete}
          </Button>
        )}
        {club.role !== "leader" && club.member_list.some(({ role }) => role === "leader") && (
          <ReportText subject={{ club: club.id }} name={club.name} className="ghost" />
        )}
      </div>
      {creating && <CreateTournament club={club.id} onClose={() => setCreating(false)} />}
    </section>
  );
}

function Members({ club, onChange }: { club: ClubView; onChange(): void }) {
  const words = messages.people.clubs;
  const leads = club.role === "leader";
  const run = async (action: () => Promise<unknown>) => {
    try {
      await action();
      onChange();
    } catch (error) {
      showError(error);
    }
  };
  return (
    <section className="panel" aria-labelledby="members">
      <h2 id="members">{words.memberList}</h2>
      <ul className="plain person-list">
        {club.member_list.map(({ account, role }) => (
          <li key={account.id}>
            <Link to={`/player/${encodeURIComponent(account.name)}`}>{account.name}</Link>
            {role === "leader" && <small className="quiet">{words.leader}</small>}
            {role === "applicant" && <small className="quiet">{words.applicant}</small>}
            {leads && role === "applicant" && (
              <Button onClick={() => run(() => setClubRole(club.id, account.id, "member"))}>
                {words.accept}
              </Button>
            )}
            {leads && role === "member" && (
              <Button
                kind="quiet"
                onClick={() => run(() => setClubRole(club.id, account.id, "leader"))}
              >
                {words.promote}
              </Button>
            )}
            {leads && role !== "leader" && (
              <Button kind="quiet" onClick={() => run(() => removeFromClub(club.id, account.id))}>
                {words.remove}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Tournaments({ club }: { club: ClubView }) {
  const shown = club.tournaments.slice(0, MAX_TOURNAMENTS);
  const { data } = useFetch(
    () => Promise.all(shown.map(fetchTournament)),
    `tournaments ${shown.join(" ")}`,
  );
  const now = useServerTime();
  if (!data || data.length === 0) return null;
  return (
    <section className="rows" aria-labelledby="club-tournaments">
      <h2 id="club-tournaments">{messages.people.clubs.tournaments}</h2>
      <ul className="plain tournament-list">
        {data.map((tournament) => (
          <TournamentCard key={tournament.id} tournament={tournament} now={now} />
        ))}
      </ul>
    </section>
  );
}

function Games({ club }: { club: string }) {
  const { data } = useFetch(() => fetchClubGames(club), `games ${club}`);
  if (!data) return null;
  if (data.length === 0) {
    return (
      <div className="panel empty">
        <p>{messages.people.clubs.noGames}</p>
        <Link className="button" to="/play">
          {messages.people.clubs.play}
        </Link>
      </div>
    );
  }
  return (
    <section className="rows" aria-labelledby="club-games">
      <h2 id="club-games">{messages.people.clubs.games}</h2>
      <ul className="plain game-cards">
        {data.map((game) => (
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
