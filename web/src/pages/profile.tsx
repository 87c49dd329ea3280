// A player as everybody may see them: ratings, results, games.

import { useState } from "react";
import { RatingHistory } from "../account/RatingHistory";
import { fetchGames, fetchProfile } from "../api/games";
import type { GameInfo, Profile } from "../api/types";
import { pageComponent } from "../app/routes";
import type { PageProps } from "../browser/route";
import { Link } from "../browser/router";
import { Button } from "../components/Button";
import { ErrorNotice } from "../components/ErrorNotice";
import { Loading } from "../components/Loading";
import { showError } from "../components/toasts";
import { useFetch } from "../components/useFetch";
import { GameRow } from "../lobby/GameRow";
import { words } from "../strings";

const A_PAGE = 100;

export default function ProfilePlace({ route }: PageProps) {
  const name = route.params.name ?? "";
  const { answer, error, again } = useFetch(() => fetchProfile(name), name);
  if (error) return <ErrorNotice error={error} again={again} />;
  if (!answer) return <Loading />;
  const told = words.account.player;
  const since = new Date(answer.since * 1000).toLocaleDateString(document.documentElement.lang);

  return (
    <div className="page">
      <div>
        <h1>{answer.account.name}</h1>
        <p className="quiet">
          {told.kinds[answer.account.kind]} · {told.since(since)} ·{" "}
          {told.record(answer.played, answer.won)}
        </p>
      </div>
      <Ratings fetchProfile={answer} />
      <Games key={name} name={name} />
    </div>
  );
}

function Ratings({ fetchProfile: { ratings, changes } }: { fetchProfile: Profile }) {
  const told = words.account.player;
  return (
    <section className="panel">
      <h2>{told.ratings}</h2>
      {ratings.length === 0 && <p className="quiet">{told.unrated}</p>}
      {ratings.length > 0 && (
        <div className="scroll-x">
          <table>
            <thead>
              <tr>
                <th>{words.lobby.dialog.players}</th>
                <th className="number">{told.rating}</th>
                <th className="number">{told.sure}</th>
                <th className="number">{told.games}</th>
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

function Games({ name }: { name: string }) {
  const { answer, error, again } = useFetch(() => fetchGames(name), name);
  const [older, setOlder] = useState<GameInfo[]>([]);
  const [more, setMore] = useState(true);
  const shown = [...(answer ?? []), ...older].filter((game) => game.status !== "aborted");
  const told = words.account.player;

  const fetchOlder = async () => {
    try {
      const found = await fetchGames(name, shown.at(-1)?.created_at);
      setOlder([...older, ...found]);
      setMore(found.length === A_PAGE);
    } catch (refused) {
      showError(refused);
    }
  };

  return (
    <section className="rows">
      <h2>{told.history}</h2>
      {error ? <ErrorNotice error={error} again={again} /> : !answer && <Loading />}
      {answer && shown.length === 0 && <p className="quiet">{told.none}</p>}
      <ul className="plain rows">
        {shown.map((game) => (
          <GameRow key={game.id} game={game}>
            <Result game={game} />
          </GameRow>
        ))}
      </ul>
      {more && answer?.length === A_PAGE && <Button onClick={fetchOlder}>{told.more}</Button>}
    </section>
  );
}

function Result({ game }: { game: GameInfo }) {
  const winner = game.seats.find((seat) => seat.seat === game.winner);
  const name = winner?.account?.name ?? (winner?.level ? words.lobby.levels(winner.level) : null);
  return (
    <>
      {game.status === "over" && name && (
        <small>
          {words.game.won(name)} {words.play.won(game.reason ?? "")}
        </small>
      )}
      {game.status === "over" && pageComponent("replayGame") ? (
        <Link className="button" to={`/replay/${game.id}`}>
          {words.account.player.replay}
        </Link>
      ) : (
        <Link className="button" to={`/game/${game.id}`}>
          {words.lobby.mine}
        </Link>
      )}
    </>
  );
}
