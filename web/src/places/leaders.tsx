import { useState } from "react";
import { leaders } from "../api/games";
import { Link } from "../app/router";
import { Choice } from "../parts/Field";
import { Loading } from "../parts/Loading";
import { Trouble } from "../parts/Trouble";
import { useAsked } from "../parts/useAsked";
import { words } from "../strings";

/** The best players of rated games, for two, three or four. */
export default function Leaders() {
  const [players, setPlayers] = useState<"2" | "3" | "4">("2");
  const { answer, error, again } = useAsked(() => leaders(Number(players)), players);
  const told = words.account.leaders;

  return (
    <div className="page">
      <h1>{told.title}</h1>
      <p className="quiet">{told.text}</p>
      <Choice
        label={told.players}
        value={players}
        onChange={setPlayers}
        options={(["2", "3", "4"] as const).map((value) => ({
          value,
          label: words.lobby.players(Number(value)),
        }))}
      />
      {error ? <Trouble error={error} again={again} /> : !answer && <Loading />}
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
