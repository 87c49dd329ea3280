// A tournament in a list.

import type { ReactNode } from "react";
import type { TournamentInfo } from "../api/tournaments";
import { Link } from "../browser/router";
import { messages } from "../messages";
import { describeProgress, describeTournament } from "./words";

interface TournamentCardProps {
  tournament: TournamentInfo;
  now: number;
  children?: ReactNode;
}

export function TournamentCard({ tournament, now, children }: TournamentCardProps) {
  return (
    <li className="tournament-card">
      <Link className="tournament-name" to={`/tournament/${tournament.id}`}>
        {tournament.name}
      </Link>
      <span>{describeTournament(tournament)}</span>
      <small className="quiet">
        {describeProgress(tournament, now)} ·{" "}
        {messages.tournaments.entrants({ count: tournament.entrants })}
      </small>
      {children}
    </li>
  );
}
