import type { GameInfo } from "../api/types";
import { Link } from "../browser/router";
import { messages } from "../messages";
import { GameRow } from "./GameRow";

/** Games to watch. */
export function WatchList({ title, games }: { title: string; games: readonly GameInfo[] | null }) {
  return (
    <section className="rows" aria-labelledby="live-games">
      <h2 id="live-games">{title}</h2>
      {games?.length === 0 && <p className="quiet">{messages.lobby.noLiveGames}</p>}
      <ul className="plain rows">
        {games?.map((game) => (
          <GameRow key={game.id} game={game}>
            <Link className="button" to={`/game/${game.id}`}>
              {messages.lobby.watch}
            </Link>
          </GameRow>
        ))}
      </ul>
    </section>
  );
}
