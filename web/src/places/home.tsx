// The first page: one press begins a game.

import lightBoard from "../../../docs/pictures/board.svg?url";
import darkBoard from "../../../docs/pictures/board-dark.svg?url";
import { liveGames } from "../api/games";
import { placeOf } from "../app/places";
import { Link } from "../app/router";
import { useDark } from "../app/useDark";
import { FriendCard } from "../lobby/FriendCard";
import { OwnGames } from "../lobby/OwnGames";
import { PlayNow } from "../lobby/PlayNow";
import { QuickMatch } from "../lobby/QuickMatch";
import { WatchList } from "../lobby/WatchList";
import { useAsked } from "../parts/useAsked";
import { words } from "../strings";
import "../style/home.css";

const MOST_SHOWN = 4;

export default function Home() {
  const dark = useDark();
  const live = useAsked(liveGames, "live");
  const shown = live.answer?.slice(0, MOST_SHOWN) ?? [];
  const { ways } = words.home;

  return (
    <div className="home">
      <section className="hero">
        <div className="hero-words">
          <h1>{words.home.headline}</h1>
          <p className="lead">{words.home.tagline}</p>
          <PlayNow />
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
        <FriendCard />
        <div className="panel">
          <h2>{ways.quick.title}</h2>
          <p>{ways.quick.text}</p>
          <QuickMatch />
        </div>
        {placeOf("learn") && <WayCard to="/learn" {...ways.learn} />}
        {placeOf("sandbox") && <WayCard to="/sandbox" {...ways.sandbox} />}
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
