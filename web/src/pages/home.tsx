// Home: for a visitor the game at a glance, for a player the games that wait.

import { lazy, Suspense, useState } from "react";
import { useSession } from "../account/loginSession";
import {
  fetchFeatured,
  fetchLiveGames,
  fetchQuickMatchCounts,
  fetchWaitingGames,
} from "../api/games";
import type { Account, FeaturedGame, GameInfo, QuickMatchCount } from "../api/types";
import { Link } from "../browser/router";
import { Loading } from "../components/Loading";
import { usePolling } from "../components/useFetch";
import { ComputerGameCard } from "../lobby/ComputerGameCard";
import { FeaturedBoard, FeaturedStory } from "../lobby/FeaturedGame";
import { FirstGameButton } from "../lobby/FirstGameButton";
import { OwnGames } from "../lobby/OwnGames";
import { QuickMatch } from "../lobby/QuickMatch";
import { ThreeIdeas } from "../lobby/ThreeIdeas";
import { WatchList } from "../lobby/WatchList";
import { messages } from "../messages";
import "../style/hero.css";
import "../style/home.css";

// Below what matters first: it may arrive later.
const DailyCard = lazy(() => import("../puzzles/DailyCard"));

const REFRESH_MS = 10_000;
const MAX_OWN_GAMES = 8;
const MAX_LIVE_GAMES = 5;

export default function HomePage() {
  const { loaded, account } = useSession();
  const live = usePolling(fetchLiveGames, "live", REFRESH_MS);
  const counts = usePolling(fetchQuickMatchCounts, "quick-match", REFRESH_MS);
  const featured = usePolling(fetchFeatured, "featured", REFRESH_MS);
  const [returning, setReturning] = useState<boolean | null>(null);
  // A visitor who starts to look for a game becomes a guest; the page must not change under them.
  if (loaded && returning === null) setReturning(account !== null);
  if (returning === null) return <Loading />;
  const shared = {
    featured: featured.data,
    live: live.data ?? [],
    counts: counts.data ?? [],
  };
  return account && returning ? (
    <PlayerHome account={account} {...shared} />
  ) : (
    <VisitorHome {...shared} />
  );
}

interface HomeProps {
  featured: FeaturedGame | null;
  live: readonly GameInfo[];
  counts: readonly QuickMatchCount[];
}

function VisitorHome({ featured, live, counts }: HomeProps) {
  const { stack, draw, take } = messages.home.headline;
  return (
    <div className="home home-top with-side">
      <div>
        <section className="hero hero-visitor">
          <div className="hero-text">
            <h1>
              <span>{stack}</span> <span>{draw}</span> <span>{take}</span>
            </h1>
            <p className="lead">{messages.home.tagline}</p>
            <Link className="button sun big" to="/learn/start">
              {messages.home.newHere}
            </Link>
            <FirstGameButton className="ghost" label={messages.home.firstGame} />
            <small>{messages.home.free}</small>
          </div>
          <FeaturedBoard featured={featured} />
        </section>
      </div>
      <div>
        <ComputerGameCard />
      </div>
      <div>
        <ThreeIdeas />
        {live.length > 0 && <LiveGames games={live} />}
      </div>
      <div>
        <section className="panel">
          <h2>{messages.lobby.quick.play}</h2>
          <QuickMatch counts={counts} main={false} />
        </section>
        <Suspense fallback={null}>
          <DailyCard />
        </Suspense>
      </div>
    </div>
  );
}

function PlayerHome({ account, featured, live, counts }: HomeProps & { account: Account }) {
  const { data } = usePolling(fetchWaitingGames, account.id, REFRESH_MS);
  const games = data ?? [];
  const turns = games.filter((game) => game.your_turn).length;
  return (
    <div className="home with-side">
      <div>
        <div className="heading-row">
          <h1>
            {greet(account)} {messages.home.greeting.turns({ count: turns })}
          </h1>
          <Link to={`/player/${encodeURIComponent(account.name)}`}>{messages.lobby.own.title}</Link>
        </div>
        {games.length > 0 && <OwnGames games={games.slice(0, MAX_OWN_GAMES)} me={account.id} />}
        {data?.length === 0 && <p className="quiet">{messages.home.greeting.none}</p>}
        {featured && <FeaturedStory featured={featured} liveGames={live.length} />}
        {live.length > 0 && <LiveGames games={live} />}
        {!featured && <ThreeIdeas />}
      </div>
      <aside>
        <section className="panel">
          <h2>{messages.lobby.quick.title}</h2>
          <QuickMatch counts={counts} />
        </section>
        <Suspense fallback={null}>
          <DailyCard />
        </Suspense>
        <ComputerGameCard folded />
      </aside>
    </div>
  );
}

function LiveGames({ games }: { games: readonly GameInfo[] }) {
  return (
    <WatchList
      title={messages.lobby.liveGames}
      games={games.slice(0, MAX_LIVE_GAMES)}
      all={games.length}
    />
  );
}

const NOON = 12;
const EVENING = 18;

/** A guest's name is nothing to greet by. */
function greet({ name, kind }: Account): string {
  const { morning, afternoon, evening } = messages.home.greeting;
  const hour = new Date().getHours();
  const greeting = hour < NOON ? morning : hour < EVENING ? afternoon : evening;
  return greeting({ name: kind === "guest" ? "none" : name });
}
