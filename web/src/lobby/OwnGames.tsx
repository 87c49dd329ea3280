// The games in progress of the current account.

import { useSession } from "../account/loginSession";
import { fetchCurrentGames } from "../api/games";
import { Link } from "../browser/router";
import { useFetch } from "../components/useFetch";
import { messages } from "../messages";
import { GameRow } from "./GameRow";

const MAX_GAMES = 5;

export function OwnGames() {
  const name = useSession().account?.name;
  const { data } = useFetch(async () => (name ? fetchCurrentGames(name) : []), name ?? "");
  if (!data?.length) return null;
  return (
    <section className="rows" aria-labelledby="own-games">
      <h2 id="own-games">{messages.home.yours}</h2>
      <ul className="plain rows">
        {data.slice(0, MAX_GAMES).map((game) => (
          <GameRow key={game.id} game={game}>
            <Link className="button" to={`/game/${game.id}`}>
              {messages.lobby.openOwn}
            </Link>
          </GameRow>
        ))}
      </ul>
    </section>
  );
}
