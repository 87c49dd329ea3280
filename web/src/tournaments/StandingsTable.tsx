// The standings of a tournament.

import type { Standing, TournamentView } from "../api/tournaments";
import { Link } from "../browser/router";
import { messages } from "../messages";
import { entrantName, formatPoints } from "./words";

interface StandingsTableProps {
  tournament: TournamentView;
  me: string | undefined;
}

export function StandingsTable({ tournament, me }: StandingsTableProps) {
  const isArena = tournament.format === "arena";
  return (
    <div className="scroll-x">
      <table className="standings">
        <thead>
          <tr>
            <th>{messages.tournaments.rank}</th>
            <th>{messages.tournaments.player}</th>
            <th className="number">{messages.tournaments.points}</th>
            <th className="number">{messages.tournaments.games}</th>
            {!isArena && (
              <th className="number" title={messages.tournaments.buchholzHint}>
                {messages.tournaments.buchholz}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {tournament.standings.map((row) => (
            <tr key={row.number} data-me={row.account !== null && row.account.id === me}>
              <td className="number">{tournament.status === "upcoming" ? "" : row.rank}</td>
              <td>
                <EntrantCell row={row} />
              </td>
              <td className="number">
                <b>{formatPoints(row.points)}</b>
                {row.on_fire && (
                  <span
                    className="on-fire"
                    role="img"
                    aria-label={messages.tournaments.onFire}
                    title={messages.tournaments.onFire}
                  >
                    ▲
                  </span>
                )}
              </td>
              <td className="number">{row.games}</td>
              {!isArena && <td className="number">{formatPoints(row.buchholz)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function EntrantCell({ row }: { row: Standing }) {
  const note = {
    in: null,
    paused: messages.tournaments.absent,
    withdrawn: messages.tournaments.gone,
  }[row.status];
  return (
    <>
      {row.account ? (
        <Link to={`/player/${encodeURIComponent(row.account.name)}`}>{row.account.name}</Link>
      ) : (
        entrantName(row)
      )}{" "}
      <small className="quiet">{note ?? (row.account ? row.rating : null)}</small>{" "}
      {row.game && (
        <Link className="playing-link" to={`/game/${row.game}`}>
          {messages.tournaments.playing}
        </Link>
      )}
    </>
  );
}
