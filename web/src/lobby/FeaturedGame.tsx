// The board in the hero of the home page: a live game, else a finished one, else an example.

import { useMemo } from "react";
import type { FeaturedGame, GameInfo } from "../api/types";
import { MiniBoard } from "../board/MiniBoard";
import { Link } from "../browser/router";
import { messages } from "../messages";
import { parsePosition } from "../records/positionString";
import { EXAMPLE_POSITION } from "./exampleGame";
import { GameBoard } from "./GameBoard";
import { seatName } from "./gameSummary";
import { landLeader, previewState } from "./preview";

/** The board with its players below. */
export function FeaturedBoard({ featured }: { featured: FeaturedGame | null }) {
  if (!featured) return <ExampleBoard />;
  const { game } = featured;
  return (
    <div className="featured">
      <FeaturedStatus featured={featured} />
      <GameBoard game={game} />
      <div className="featured-seats">
        {game.seats.map((seat) => (
          <span
            key={seat.seat}
            className="seat-name"
            data-seat={seat.seat}
            data-turn={game.preview?.to_move === seat.seat}
          >
            {seatName(seat)}
          </span>
        ))}
        <FeaturedLink featured={featured} />
      </div>
    </div>
  );
}

/** The same game beside its story. */
export function FeaturedStory({
  featured,
  liveGames,
}: {
  featured: FeaturedGame;
  liveGames: number;
}) {
  const { game } = featured;
  return (
    <section className="hero hero-featured">
      <GameBoard game={game} />
      <div className="hero-text">
        <FeaturedStatus featured={featured} />
        <h2>{game.seats.map(seatName).join(", ")}</h2>
        <p>{describeRace(game)}</p>
        <div className="buttons">
          <FeaturedLink featured={featured} main />
          {liveGames > 0 && (
            <Link className="button ghost" to="/watch">
              {messages.home.featured.all({ count: liveGames })}
            </Link>
          )}
        </div>
      </div>
    </section>
  );
}

function FeaturedStatus({ featured: { game, kind } }: { featured: FeaturedGame }) {
  const spectators = game.spectators ?? 0;
  return (
    <p className="featured-status">
      {kind === "live" ? (
        <span className="badge live">{messages.home.featured.live}</span>
      ) : (
        <span className="badge sun">{describeAge(game)}</span>
      )}
      <span>
        {[
          messages.terms.boards[game.settings.board],
          game.preview && messages.lobby.turn({ turn: game.preview.turn }),
          spectators > 0 && messages.lobby.watching({ count: spectators }),
        ]
          .filter(Boolean)
          .join(" · ")}
      </span>
    </p>
  );
}

function FeaturedLink({
  featured: { game, kind },
  main = false,
}: {
  featured: FeaturedGame;
  main?: boolean;
}) {
  const live = kind === "live";
  const { watch, watchLive, replay } = messages.home.featured;
  return (
    <Link
      className={main ? "button sun" : "button ghost"}
      to={live ? `/game/${game.id}` : `/replay/${game.id}`}
    >
      {live ? (main ? watchLive : watch) : replay}
    </Link>
  );
}

const DAY_SECONDS = 24 * 3600;

/** Yesterday's game is called so; an older one is not. */
function describeAge({ ended_at: ended }: GameInfo): string {
  const age = Date.now() / 1000 - (ended ?? 0);
  return age < 2 * DAY_SECONDS ? messages.home.featured.finished : messages.home.featured.earlier;
}

/** Who leads by land, and who is to move or has won. */
function describeRace(game: GameInfo): string {
  const state = previewState(game);
  if (!state) return "";
  const name = (seat: number | null) => {
    const found = game.seats.find((each) => each.seat === seat);
    return found ? seatName(found) : "";
  };
  const leader = landLeader(state);
  const toMove = game.preview?.to_move ?? null;
  return [
    leader &&
      messages.home.featured.leads({
        name: name(leader.seat),
        cells: leader.cells,
        needed: state.territoryVictoryThreshold,
      }),
    toMove !== null && messages.home.featured.toMove({ name: name(toMove) }),
    game.winner !== null &&
      messages.home.featured.won({
        name: name(game.winner),
        how: messages.play.wonBy({ reason: game.reason ?? "" }),
      }),
  ]
    .filter(Boolean)
    .join(" ");
}

function ExampleBoard() {
  const state = useMemo(() => parsePosition(EXAMPLE_POSITION), []);
  return (
    <div className="featured">
      <MiniBoard state={state} label={messages.home.picture} />
    </div>
  );
}
