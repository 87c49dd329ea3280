// The lobby: open games (live), games to watch, quick match, new game.

import { lazy, Suspense, useEffect, useState } from "react";
import { ensureAccount, useSession } from "../account/loginSession";
import { fetchLiveGames, fetchProfile, fetchWaitingGames, joinGame } from "../api/games";
import type { GameInfo } from "../api/types";
import { Link, navigate } from "../browser/router";
import { Button } from "../components/Button";
import { Chips } from "../components/fields";
import { Loading } from "../components/Loading";
import { showError } from "../components/toasts";
import { useFetch, usePolling } from "../components/useFetch";
import { liveClient } from "../live/liveClient";
import type { LobbyLists } from "../live/protocol";
import { ComputerGameCard } from "../lobby/ComputerGameCard";
import { isSeated } from "../lobby/gameSummary";
import { NewGameDialog } from "../lobby/NewGameDialog";
import { OpenGameCard } from "../lobby/OpenGameCard";
import { OwnGames } from "../lobby/OwnGames";
import {
  filterGames,
  NO_FILTER,
  type OpenGameFilter,
  type OwnRatings,
  sortByRating,
} from "../lobby/openGames";
import { PlayersFilter } from "../lobby/PlayersFilter";
import { QuickMatch } from "../lobby/QuickMatch";
import { WatchList } from "../lobby/WatchList";
import { messages } from "../messages";
import "../style/lobby.css";

const ChallengeBox = lazy(() => import("../challenges/ChallengeBox"));
const TournamentStrip = lazy(() => import("../tournaments/TournamentStrip"));
const REFRESH_MS = 10_000;
const MAX_LIVE_GAMES = 5;

export default function LobbyPage() {
  const { account } = useSession();
  const [lists, setLists] = useState<LobbyLists | null>(null);
  const [filter, setFilter] = useState(NO_FILTER);
  const [creating, setCreating] = useState(false);
  const live = usePolling(fetchLiveGames, "live", REFRESH_MS);
  const own = useFetch(
    async () => (account ? fetchWaitingGames() : []),
    `waiting ${account?.id ?? ""}`,
  );
  const ratings = useOwnRatings();
  const games = lists && sortByRating(filterGames(lists.games, filter), ratings);

  useEffect(() => liveClient.watchLobby(setLists), []);

  return (
    <div className="lobby">
      <div className="heading-row">
        <h1>{messages.lobby.title}</h1>
        <span className="buttons">
          <Link to="/tournament">{messages.lobby.tournaments}</Link>
          <Link to="/daily">{messages.lobby.daily}</Link>
        </span>
        <Button kind="primary" onClick={() => setCreating(true)}>
          {messages.lobby.newGame}
        </Button>
      </div>
      <div className="with-side lobby-columns">
        <div>
          <Suspense fallback={null}>
            <TournamentStrip />
          </Suspense>
          {own.data && own.data.length > 0 && (
            <section className="rows" aria-labelledby="own-games">
              <h2 id="own-games">{messages.lobby.own.title}</h2>
              <OwnGames games={own.data} me={account?.id} />
            </section>
          )}
          <Filters filter={filter} onChange={setFilter} />
          <section className="rows" aria-labelledby="open-games">
            <div className="heading-row">
              <h2 id="open-games">{messages.lobby.openGames({ count: games?.length ?? 0 })}</h2>
              {Object.keys(ratings).length > 0 && (
                <small className="quiet">{messages.lobby.nearest}</small>
              )}
            </div>
            <OpenGames games={games} onCreate={() => setCreating(true)} />
          </section>
          <WatchList
            title={messages.lobby.liveGames}
            games={live.data?.slice(0, MAX_LIVE_GAMES) ?? null}
            all={live.data?.length}
          />
        </div>
        <aside>
          <section className="panel">
            <h2>{messages.lobby.quick.title}</h2>
            <QuickMatch counts={lists?.quick_match ?? []} />
          </section>
          <Suspense fallback={<Loading />}>
            <ChallengeBox />
          </Suspense>
          <ComputerGameCard folded />
        </aside>
      </div>
      {creating && <NewGameDialog onClose={() => setCreating(false)} />}
    </div>
  );
}

/** The ratings of the current account by number of players; empty for guests. */
function useOwnRatings(): OwnRatings {
  const { account } = useSession();
  const name = account?.kind === "person" ? account.name : null;
  const { data } = useFetch(
    async () => (name === null ? null : fetchProfile(name)),
    `ratings ${name}`,
  );
  return Object.fromEntries(data?.ratings.map(({ players, value }) => [players, value]) ?? []);
}

const BOARD_FILTERS = ["any", "square8", "hex8", "big"] as const;
const CLOCK_FILTERS = ["any", "live", "daily"] as const;

function Filters({
  filter,
  onChange,
}: {
  filter: OpenGameFilter;
  onChange(filter: OpenGameFilter): void;
}) {
  const { any, big, live, daily } = messages.lobby.filters;
  const { square8, hex8 } = messages.terms.boards;
  const boards = { any, square8, hex8, big };
  const clocks = { any, live, daily };
  return (
    <div className="filters">
      <PlayersFilter
        value={filter.players}
        onChange={(players) => onChange({ ...filter, players })}
      />
      <Chips
        inline
        label={messages.lobby.filters.board}
        value={filter.board}
        onChange={(board) => onChange({ ...filter, board })}
        options={BOARD_FILTERS.map((value) => ({ value, label: boards[value] }))}
      />
      <Chips
        inline
        label={messages.lobby.filters.clock}
        value={filter.clock}
        onChange={(clock) => onChange({ ...filter, clock })}
        options={CLOCK_FILTERS.map((value) => ({ value, label: clocks[value] }))}
      />
    </div>
  );
}

function OpenGames({ games, onCreate }: { games: GameInfo[] | null; onCreate(): void }) {
  const me = useSession().account?.id;
  if (!games) return <Loading />;
  if (games.length === 0) {
    return (
      <div className="panel empty">
        <p>{messages.lobby.noOpenGames}</p>
        <Button onClick={onCreate}>{messages.lobby.newGame}</Button>
      </div>
    );
  }

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
    <ul className="plain open-games">
      {games.map((game) => (
        <OpenGameCard key={game.id} game={game} me={me}>
          {isSeated(game, me) ? (
            <Link className="button" to={`/game/${game.id}`}>
              {messages.lobby.openOwn}
            </Link>
          ) : (
            <Button onClick={() => join(game)}>{messages.lobby.join}</Button>
          )}
        </OpenGameCard>
      ))}
    </ul>
  );
}
