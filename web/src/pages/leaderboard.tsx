// The best players of rated games with two, three or four players.

import { useState } from "react";
import { formatRating } from "../account/formatRating";
import { fetchLeaderboard } from "../api/games";
import { Link } from "../browser/router";
import { ErrorNotice } from "../components/ErrorNotice";
import { Loading } from "../components/Loading";
import { PlayersField } from "../components/PlayersField";
import { useFetch } from "../components/useFetch";
import { messages } from "../messages";
import { DEFAULT_PLAYERS, type PlayerCount } from "../setup/players";
import "../style/profile.css";

export default function LeaderboardPage() {
  const [players, setPlayers] = useState<PlayerCount>(DEFAULT_PLAYERS);
  const { data, error, refetch } = useFetch(() => fetchLeaderboard(players), `${players}`);

  return (
    <div className="page">
      <div className="heading-row">
        <h1>{messages.account.leaderboard.title}</h1>
        <span className="buttons">
          <Link to="/people">{messages.shell.pages.people}</Link>
          <Link to="/club">{messages.shell.pages.clubs}</Link>
        </span>
      </div>
      <PlayersField
        label={messages.account.leaderboard.players}
        value={players}
        onChange={setPlayers}
        optionLabel={(count) => messages.terms.players({ count })}
      />
      {error ? <ErrorNotice error={error} retry={refetch} /> : !data && <Loading />}
      {data?.length === 0 && (
        <div className="panel empty">
          <p>{messages.account.leaderboard.none}</p>
          <Link className="button" to="/play">
            {messages.account.leaderboard.play}
          </Link>
        </div>
      )}
      {data && data.length > 0 && (
        <div className="panel scroll-x">
          <table>
            <thead>
              <tr>
                <th>{messages.account.leaderboard.rank}</th>
                <th>{messages.account.leaderboard.name}</th>
                <th className="number">{messages.account.player.rating}</th>
                <th className="number">{messages.account.player.games}</th>
              </tr>
            </thead>
            <tbody>
              {data.map(({ rank, account, rating }) => (
                <tr key={account.id}>
                  <td>
                    <span className="leader-rank" data-ranked={rank !== null}>
                      {rank ?? "–"}
                    </span>
                  </td>
                  <td>
                    <Link to={`/player/${encodeURIComponent(account.name)}`}>
                      {account.kind === "bot"
                        ? messages.terms.bot({ name: account.name })
                        : account.name}
                    </Link>
                  </td>
                  <td className="number">
                    <b>{formatRating(rating)}</b>
                  </td>
                  <td className="number">{rating.games}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className="quiet">{messages.account.leaderboard.text}</p>
        </div>
      )}
    </div>
  );
}
