// The first page: one press begins a game.

import lightBoard from "../../../docs/pictures/board.svg?url";
import darkBoard from "../../../docs/pictures/board-dark.svg?url";
import { liveGames } from "../api/games";
import { placeOf } from "../app/places";
import { Link } from "../app/router";
import { useDark } from "../app/useDark";
import { FriendCard } from "../lobby/FriendCard";
import { GameRow } from "../lobby/GameRow";
import { OwnGames } from "../lobby/OwnGames";
import { PlayNow } from "../lobby/PlayNow";
import { QuickMatch } from "../lobby/QuickMatch";
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
          <QuickMatch
            settings={{ board: "square8", clock: { kind: "fischer", initial: 600, increment: 10 } }}
          />
        </div>
        {placeOf("learn") && <WayCard to="/learn" {...ways.learn} />}
        {placeOf("sandbox") && <WayCard to="/sandbox" {...ways.sandbox} />}
      </section>

      <OwnGames />
      {shown.length > 0 && (
        <section className="rows">
          <h2>{words.home.watch}</h2>
          <ul className="plain rows">
            {shown.map((game) => (
              <GameRow key={game.id} game={game}>
                <Link className="button" to={`/game/${game.id}`}>
                  {words.lobby.watch}
                </Link>
              </GameRow>
            ))}
          </ul>
        </section>
      )}
      <p>
        <Link to="/play">{words.home.all}</Link>
      </p>
      <p>
        <Link to="/replay">{words.home.replay}</Link>
      </p>
    </div>
  );
}

function WayCard({ to, title, text, button }: { to: string; title: string; text: string; button: string }) {
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
