// The best live game on each board; when it ends, the next one takes its place.

import { fetchTv } from "../api/people";
import { usePolling } from "../components/useFetch";
import { GameCard } from "../lobby/GameCard";
import { seatName } from "../lobby/gameSummary";
import { messages } from "../messages";
import { BOARD_NAMES } from "../rules/boards";

const REFRESH_MS = 3_000;

export default function BestGames() {
  const { data } = usePolling(fetchTv, "tv", REFRESH_MS);
  if (!data || data.length === 0) return null;
  return (
    <section className="rows" aria-labelledby="best-games">
      <h2 id="best-games">{messages.people.tv.title}</h2>
      <ul className="plain game-cards best-games">
        {BOARD_NAMES.flatMap((board) => {
          const game = data.find(({ settings }) => settings.board === board);
          if (!game) return [];
          return [
            <GameCard key={board} game={game} title={game.seats.map(seatName).join(", ")}>
              <small className="quiet">
                {messages.terms.boards[board]}
                {game.preview && ` · ${messages.lobby.turn({ turn: game.preview.turn })}`}
              </small>
            </GameCard>,
          ];
        })}
      </ul>
    </section>
  );
}
