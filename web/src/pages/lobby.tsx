// The lobby: open games (live), games to watch, quick match, new game.

import { useEffect, useState } from "react";
import { ensureAccount, useSession } from "../account/loginSession";
import { fetchLiveGames, joinGame } from "../api/games";
import type { GameInfo } from "../api/types";
import { Link, navigate } from "../browser/router";
import { Button } from "../components/Button";
import { Loading } from "../components/Loading";
import { showError } from "../components/toasts";
import { useFetch } from "../components/useFetch";
import { liveClient } from "../live/liveClient";
import { ComputerGameCard } from "../lobby/ComputerGameCard";
import { GameRow } from "../lobby/GameRow";
import { isSeated } from "../lobby/gameSummary";
import { NewGameDialog } from "../lobby/NewGameDialog";
import { OwnGames } from "../lobby/OwnGames";
import { QuickMatch } from "../lobby/QuickMatch";
import { WatchList } from "../lobby/WatchList";
import { messages } from "../messages";
import "../style/lobby.css";

const REFRESH_MS = 10_000;

export default function LobbyPage() {
  const [openGames, setOpenGames] = useState<GameInfo[] | null>(null);
  const [creating, setCreating] = useState(false);
  const watchable = useFetch(fetchLiveGames, "live");
  const { refetch } = watchable;

  useEffect(() => liveClient.watchLobby(setOpenGames), []);
  useEffect(() => {
    const timer = window.setInterval(refetch, REFRESH_MS);
    return () => window.clearInterval(timer);
  }, [refetch]);

  return (
    <div className="lobby">
      <div className="lobby-header">
        <h1>{messages.lobby.title}</h1>
        <Button kind="primary" onClick={() => setCreating(true)}>
          {messages.lobby.newGame}
        </Button>
      </div>
      <div className="lobby-columns">
        <div className="rows">
          <OwnGames />
          <section className="rows" aria-labelledby="open-games">
            <h2 id="open-games">{messages.lobby.openGames}</h2>
            <OpenGames games={openGames} />
          </section>
          <WatchList title={messages.lobby.liveGames} games={watchable.data} />
        </div>
        <aside className="rows">
          <section className="panel">
            <h2>{messages.lobby.quick.title}</h2>
            <p className="quiet">{messages.lobby.quick.hint}</p>
            <QuickMatch />
          </section>
          <ComputerGameCard title={messages.home.computer.title} />
        </aside>
      </div>
      {creating && <NewGameDialog onClose={() => setCreating(false)} />}
    </div>
  );
}

function OpenGames({ games }: { games: GameInfo[] | null }) {
  const accountId = useSession().account?.id;
  if (!games) return <Loading />;
  if (games.length === 0) return <p className="quiet">{messages.lobby.noOpenGames}</p>;

  const join = async (game: GameInfo) => {
    try {
      await ensureAccount();
      await joinGame(game.id);
      navigate(`/game/${game.id}`);
    } catch (error) {
      showError(error);
    }
  };

  return (
    <ul className="plain rows">
      {games.map((game) => (
        <GameRow key={game.id} game={game}>
          {isSeated(game, accountId) ? (
            <Link className="button" to={`/game/${game.id}`}>
              {messages.lobby.openOwn}
            </Link>
          ) : (
            <Button kind="primary" onClick={() => join(game)}>
              {messages.lobby.join}
            </Button>
          )}
        </GameRow>
      ))}
    </ul>
  );
}
