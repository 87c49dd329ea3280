// The public profile of a player: ratings, results, games.

import { useState } from "react";
import { RatingHistory } from "../account/RatingHistory";
import { fetchGames, fetchProfile } from "../api/games";
import type { GameInfo, Profile } from "../api/types";
import type { PageProps } from "../browser/route";
import { Link } from "../browser/router";
import { Button } from "../components/Button";
import { ErrorNotice } from "../components/ErrorNotice";
import { Loading } from "../components/Loading";
import { showError } from "../components/toasts";
import { useFetch } from "../components/useFetch";
import { GameRow } from "../lobby/GameRow";
import { messages } from "../messages";

const GAMES_PER_PAGE = 100;

export default function ProfilePage({ route }: PageProps) {
  const name = route.params.name ?? "";
  const { data, error, refetch } = useFetch(() => fetchProfile(name), name);
  if (error) return <ErrorNotice error={error} retry={refetch} />;
  if (!data) return <Loading />;
  const since = new Date(data.since * 1000).toLocaleDateString(document.documentElement.lang);

  return (
    <div className="page">
      <div>
        <h1>{data.account.name}</h1>
        <p className="quiet">
          {messages.account.player.kinds[data.account.kind]} ·{" "}
          {messages.account.player.since({ date: since })} ·{" "}
          {messages.account.player.record({ played: data.played, won: data.won })}
        </p>
      </div>
      <Ratings profile={data} />
      <GameHistory key={name} name={name} />
    </div>
  );
}

function Ratings({ profile: { ratings, changes } }: { profile: Profile }) {
  return (
    <section className="panel">
      <h2>{messages.account.player.ratings}</h2>
      {ratings.length === 0 && <p className="quiet">{messages.account.player.unrated}</p>}
      {ratings.length > 0 && (
        <div className="scroll-x">
          <table>
            <thead>
              <tr>
                <th>{messages.lobby.dialog.players}</th>
                <th className="number">{messages.account.player.rating}</th>
                <th className="number">{messages.account.player.uncertainty}</th>
                <th className="number">{messages.account.player.games}</th>
              </tr>
            </thead>
            <tbody>
              {ratings.map((rating) => (
                <tr key={rating.players}>
                  <td>{rating.players}</td>
                  <td className="number">{rating.mu.toFixed(1)}</td>
                  <td className="number">± {rating.sigma.toFixed(1)}</td>
                  <td className="number">{rating.games}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <RatingHistory changes={changes} />
    </section>
  );
}

function GameHistory({ name }: { name: string }) {
  const { data, error, refetch } = useFetch(() => fetchGames(name), name);
  const [older, setOlder] = useState<GameInfo[]>([]);
  const [more, setMore] = useState(true);
  const shown = [...(data ?? []), ...older].filter((game) => game.status !== "aborted");

  const fetchOlder = async () => {
    try {
      const found = await fetchGames(name, shown.at(-1)?.created_at);
      setOlder([...older, ...found]);
      setMore(found.length === GAMES_PER_PAGE);
    } catch (refused) {
      showError(refused);
    }
  };

  return (
    <section className="rows">
      <h2>{messages.account.player.history}</h2>
      {error ? <ErrorNotice error={error} retry={refetch} /> : !data && <Loading />}
      {data && shown.length === 0 && <p className="quiet">{messages.account.player.none}</p>}
      <ul className="plain rows">
        {shown.map((game) => (
          <GameRow key={game.id} game={game}>
            <GameOutcome game={game} />
          </GameRow>
        ))}
      </ul>
      {more && data?.length === GAMES_PER_PAGE && (
        <Button onClick={fetchOlder}>{messages.account.player.more}</Button>
      )}
    </section>
  );
}

function GameOutcome({ game }: { game: GameInfo }) {
  const winner = game.seats.find((seat) => seat.seat === game.winner);
  const name =
    winner?.account?.name ?? (winner?.level ? messages.terms.level({ level: winner.level }) : null);
  return (
    <>
      {game.status === "over" && name && (
        <small>
          {messages.game.won({ name })} {messages.play.wonBy({ reason: game.reason ?? "" })}
        </small>
      )}
      {game.status === "over" ? (
        <Link className="button" to={`/replay/${game.id}`}>
          {messages.account.player.replay}
        </Link>
      ) : (
        <Link className="button" to={`/game/${game.id}`}>
          {messages.lobby.openOwn}
        </Link>
      )}
    </>
  );
}
