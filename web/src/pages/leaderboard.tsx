import { useState } from "react";
import { fetchLeaderboard } from "../api/games";
import { Link } from "../browser/router";
import { ErrorNotice } from "../components/ErrorNotice";
import { RadioBar } from "../components/fields";
import { Loading } from "../components/Loading";
import { useFetch } from "../components/useFetch";
import { words } from "../strings";

/** The best players of rated games, for two, three or four. */
export default function Leaders() {
  const [players, setPlayers] = useState<"2" | "3" | "4">("2");
  const { answer, error, again } = useFetch(() => fetchLeaderboard(Number(players)), players);
  const told = words.account.leaders;

  return (
    <div className="page">
      <h1>{told.title}</h1>
      <p className="quiet">{told.text}</p>
      <RadioBar
        label={told.players}
        value={players}
        onChange={setPlayers}
        options={(["2", "3", "4"] as const).map((value) => ({
          value,
          label: words.lobby.players(Number(value)),
        }))}
      />
      {error ? <ErrorNotice error={error} again={again} /> : !answer && <Loading />}
      {answer?.length === 0 && <p>{told.none}</p>}
      {answer && answer.length > 0 && (
        <div className="panel scroll-x">
          <table>
            <thead>
              <tr>
                <th className="number">{told.rank}</th>
                <th>{told.name}</th>
                <th className="number">{words.account.player.rating}</th>
                <th className="number">{words.account.player.games}</th>
              </tr>
            </thead>
            <tbody>
              {answer.map(({ rank, account, rating }) => (
                <tr key={account.id}>
                  <td className="number">{rank}</td>
                  <td>
                    <Link to={`/player/${encodeURIComponent(account.name)}`}>{account.name}</Link>
                  </td>
                  <td className="number">{rating.ordinal.toFixed(1)}</td>
                  <td className="number">{rating.games}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}
