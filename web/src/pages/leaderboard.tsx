import { useState } from "react";
import { fetchLeaderboard } from "../api/games";
import { Link } from "../browser/router";
import { ErrorNotice } from "../components/ErrorNotice";
import { RadioBar } from "../components/fields";
import { Loading } from "../components/Loading";
import { useFetch } from "../components/useFetch";
import { messages } from "../messages";

/** The best players of rated games with two, three or four players. */
export default function LeaderboardPage() {
  const [players, setPlayers] = useState<"2" | "3" | "4">("2");
  const { data, error, refetch } = useFetch(() => fetchLeaderboard(Number(players)), players);

  return (
    <div className="page">
      <h1>{messages.account.leaderboard.title}</h1>
      <p className="quiet">{messages.account.leaderboard.text}</p>
      <RadioBar
        label={messages.account.leaderboard.players}
        value={players}
        onChange={setPlayers}
        options={(["2", "3", "4"] as const).map((value) => ({
          value,
          label: messages.terms.players({ count: Number(value) }),
        }))}
      />
      {error ? <ErrorNotice error={error} retry={refetch} /> : !data && <Loading />}
      {data?.length === 0 && <p>{messages.account.leaderboard.none}</p>}
      {data && data.length > 0 && (
        <div className="panel scroll-x">
          <table>
            <thead>
              <tr>
                <th className="number">{messages.account.leaderboard.rank}</th>
                <th>{messages.account.leaderboard.name}</th>
                <th className="number">{messages.account.player.rating}</th>
                <th className="number">{messages.account.player.games}</th>
              </tr>
            </thead>
            <tbody>
              {data.map(({ rank, account, rating }) => (
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
