// The games of a round, or the latest ones of an arena.

import type { Standing, TournamentMatch, TournamentView } from "../api/tournaments";
import { Link } from "../browser/router";
import { messages } from "../messages";
import { entrantName } from "./words";

export function MatchList({ tournament }: { tournament: TournamentView }) {
  const rows = new Map(tournament.standings.map((row) => [row.number, row]));
  return (
    <ul className="plain match-list">
      {tournament.matches.map((match) => (
        <li key={match.number}>
          <MatchRow match={match} rows={rows} />
        </li>
      ))}
    </ul>
  );
}

function MatchRow({
  match,
  rows,
}: {
  match: TournamentMatch;
  rows: ReadonlyMap<number, Standing>;
}) {
  const name = (number: number) => {
    const row = rows.get(number);
    return row ? entrantName(row) : "";
  };
  const [first = 0] = match.seats;
  if (match.seats.length === 1) return messages.tournaments.bye({ name: name(first) });
  const absent = match.absent === null ? undefined : match.seats[match.absent - 1];
  return (
    <>
      <span className="match-players">
        {match.seats.map((number, index) => (
          <span key={number} data-first={match.ranks?.[index] === 1}>
            <span className="match-rank">{match.ranks?.[index] ?? ""}</span> {name(number)}
          </span>
        ))}
      </span>
      {absent !== undefined && (
        <small className="quiet">{messages.tournaments.missed({ name: name(absent) })}</small>
      )}
      {match.game && <Link to={`/game/${match.game}`}>{messages.tournaments.openGame}</Link>}
    </>
  );
}
