// The home page: start a game with one click.

import { useState } from "react";
import lightBoard from "../../../docs/pictures/board.svg?url";
import darkBoard from "../../../docs/pictures/board-dark.svg?url";
import { fetchLiveGames } from "../api/games";
import { Link } from "../browser/router";
import { useDarkMode } from "../browser/settings";
import { Button } from "../components/Button";
import { showError } from "../components/toasts";
import { useFetch } from "../components/useFetch";
import { ComputerGameCard } from "../lobby/ComputerGameCard";
import { OwnGames } from "../lobby/OwnGames";
import { QuickMatch } from "../lobby/QuickMatch";
import { startFriendGame } from "../lobby/startGame";
import { WatchList } from "../lobby/WatchList";
import { messages } from "../messages";
import "../style/home.css";

const MAX_LIVE_GAMES = 4;

export default function HomePage() {
  const dark = useDarkMode();
  const live = useFetch(fetchLiveGames, "live");
  const shown = live.data?.slice(0, MAX_LIVE_GAMES) ?? [];

  return (
    <div className="home">
      <section className="hero">
        <div className="hero-text">
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
        <LinkCard to="/learn" {...messages.home.learn} />
        <LinkCard to="/sandbox" {...messages.home.sandbox} />
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

/** Creates a game for two and opens its invitation link. */
function FriendGameCard() {
  const [busy, setBusy] = useState(false);

  const start = async () => {
    setBusy(true);
    try {
      await startFriendGame("square8");
    } catch (error) {
      showError(error);
      setBusy(false);
    }
  };

  return (
    <div className="panel">
      <h2>{messages.home.friend.title}</h2>
      <p>{messages.home.friend.text}</p>
      <Button busy={busy} onClick={start}>
        {messages.home.friend.start}
      </Button>
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
