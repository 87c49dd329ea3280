// The first page: one press begins a game.

import lightBoard from "../../../docs/pictures/board.svg?url";
import darkBoard from "../../../docs/pictures/board-dark.svg?url";
import { fetchLiveGames } from "../api/games";
import { pageComponent } from "../app/routes";
import { Link } from "../browser/router";
import { useDarkMode } from "../browser/useDarkMode";
import { useFetch } from "../components/useFetch";
import { ComputerGameCard } from "../lobby/ComputerGameCard";
import { FriendGameCard } from "../lobby/FriendGameCard";
import { OwnGames } from "../lobby/OwnGames";
import { QuickMatch } from "../lobby/QuickMatch";
import { WatchList } from "../lobby/WatchList";
import { words } from "../strings";
import "../style/home.css";

const MOST_SHOWN = 4;

export default function Home() {
  const dark = useDarkMode();
  const live = useFetch(fetchLiveGames, "live");
  const shown = live.answer?.slice(0, MOST_SHOWN) ?? [];
  const { ways } = words.home;

  return (
    <div className="home">
      <section className="hero">
        <div className="hero-words">
          <h1>{words.home.headline}</h1>
          <p className="lead">{words.home.tagline}</p>
          <ComputerGameCard />
        </div>
        <img
          className="hero-board"
          src={dark ? darkBoard : lightBoard}
          alt={words.home.picture}
          width="516"
          height="516"
          fetchPriority="high"
        />
      </section>

      <section className="cards">
        <FriendGameCard />
        <div className="panel">
          <h2>{ways.quick.title}</h2>
          <p>{ways.quick.text}</p>
          <QuickMatch />
        </div>
        {pageComponent("learn") && <WayCard to="/learn" {...ways.learn} />}
        {pageComponent("sandbox") && <WayCard to="/sandbox" {...ways.sandbox} />}
      </section>

      <OwnGames />
      {shown.length > 0 && <WatchList title={words.home.watch} games={shown} />}
      <p>
        <Link to="/play">{words.home.all}</Link>
      </p>
      <p>
        <Link to="/replay">{words.home.replay}</Link>
      </p>
    </div>
  );
}

function WayCard({
  to,
  title,
  text,
  button,
}: {
  to: string;
  title: string;
  text: string;
  button: string;
}) {
  return (
    <div className="panel">
      <h2>{title}</h2>
      <p>{text}</p>
      <Link className="button" to={to}>
        {button}
      </Link>
    </div>
  );
}
