// Public games in progress, as cards with their boards.

import type { GameInfo } from "../api/types";
import { Link } from "../browser/router";
import { messages } from "../messages";
import { GameCard } from "./GameCard";
import { seatName } from "./gameSummary";

interface WatchListProps {
  title: string;
  games: readonly GameInfo[] | null;
  /** A link to all of them, with their number. */
  all?: number | undefined;
}

export function WatchList({ title, games, all }: WatchListProps) {
  return (
    <section className="rows" aria-labelledby="live-games">
      <div className="heading-row">
        <h2 id="live-games">{title}</h2>
        {all !== undefined && (
          <Link to="/watch">{messages.lobby.allLiveGames({ count: all })}</Link>
        )}
      </div>
      {games?.length === 0 && <NothingToWatch />}
      <ul className="plain game-cards">
        {games?.map((game) => (
          <GameCard key={game.id} game={game} title={game.seats.map(seatName).join(", ")}>
            <small className="quiet">{describeWatchers(game)}</small>
          </GameCard>
        ))}
      </ul>
    </section>
  );
}

function NothingToWatch() {
  return (
    <p className="quiet">
      {messages.lobby.noLiveGames} <Link to="/">{messages.lobby.playInstead}</Link>
    </p>
  );
}

function describeWatchers({ spectators = 0, preview }: GameInfo): string {
  const turn = preview ? messages.lobby.turn({ turn: preview.turn }) : null;
  const people = spectators > 0 ? messages.lobby.watching({ count: spectators }) : null;
  return [turn, people].filter(Boolean).join(" · ") || messages.lobby.begins;
}
