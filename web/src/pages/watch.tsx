// Watch: the public games in progress.

import { lazy, Suspense, useState } from "react";
import { fetchLiveGames } from "../api/games";
import { ErrorNotice } from "../components/ErrorNotice";
import { usePolling } from "../components/useFetch";
import { PlayersFilter, type ShownPlayers } from "../lobby/PlayersFilter";
import { WatchList } from "../lobby/WatchList";
import { messages } from "../messages";
import "../style/lobby.css";

const BestGames = lazy(() => import("../people/BestGames"));
const REFRESH_MS = 10_000;

export default function WatchPage() {
  const [players, setPlayers] = useState<ShownPlayers>(null);
  const { data, error, refetch } = usePolling(
    () => fetchLiveGames(players),
    `live ${players}`,
    REFRESH_MS,
  );
  return (
    <div className="lobby">
      <div className="heading-row">
        <h1>{messages.shell.pages.watch}</h1>
      </div>
      <Suspense>
        <BestGames />
      </Suspense>
      <PlayersFilter value={players} onChange={setPlayers} />
      {error ? (
        <ErrorNotice error={error} retry={refetch} />
      ) : (
        <WatchList title={messages.lobby.liveGames} games={data} />
      )}
    </div>
  );
}
