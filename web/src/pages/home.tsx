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
import { messages } from "../messages";
import "../style/home.css";

const MOST_SHOWN = 4;

export default function Home() {
  const dark = useDarkMode();
  const live = useFetch(fetchLiveGames, "live");
  const shown = live.answer?.slice(0, MOST_SHOWN) ?? [];

  return (
    <div className="home">
      <section className="hero">
        <div className="hero-words">
          <h1>{messages.home.headline}</h1>
          <p className="lead">{messages.home.tagline}</p>
          <ComputerGameCard />
        </div>
        <img
          className="hero-board"
          src={dark ? darkBoard : lightBoard}
          alt={messages.home.picture}
          width="516"
          height="516"
          fetchPriority="high"
        />
      </section>

      <section className="cards">
        <FriendGameCard />
        <div className="panel">
          <h2>{messages.home.quick.title}</h2>
          <p>{messages.home.quick.text}</p>
          <QuickMatch />
        </div>
        {pageComponent("learn") && <LinkCard to="/learn" {...messages.home.learn} />}
        {pageComponent("sandbox") && <LinkCard to="/sandbox" {...messages.home.sandbox} />}
      </section>

      <OwnGames />
      {shown.length > 0 && <WatchList title={messages.home.watch} games={shown} />}
      <p>
        <Link to="/play">{messages.home.lobby}</Link>
      </p>
      <p>
        <Link to="/replay">{messages.home.replay}</Link>
      </p>
    </div>
  );
}

function LinkCard({
  to,
  title,
  text,
  start,
}: {
  to: string;
  title: string;
  text: string;
  start: string;
}) {
  return (
    <div className="panel">
      <h2>{title}</h2>
      <p>{text}</p>
      <Link className="button" to={to}>
        {start}
      </Link>
    </div>
  );
}
