// The result of a game and what to do next.

import { useState } from "react";
import { requestRematch } from "../api/games";
import type { GameInfo } from "../api/types";
import { Link, navigate } from "../browser/router";
import { Button } from "../components/Button";
import { showError } from "../components/toasts";
import { pageEngine } from "../engine/useEngine";
import type { GameSnapshot } from "../live/gameStore";
import { messages } from "../messages";
import { encodeFragment } from "../play/urlFragment";
import type { Seat, State } from "../rules/wire";
import { occupantName } from "./describeSeats";

interface GameOverProps {
  info: GameInfo;
  snapshot: GameSnapshot;
  /** The invitation code of a private game. */
  code?: string;
  ownSeats: Seat[];
}

export function GameOver({ info, snapshot, code, ownSeats }: GameOverProps) {
  const [busy, setBusy] = useState(false);
  const { result, seats } = snapshot.session;
  const { rematch } = snapshot;
  if (!result) return null;
  const playedOneSide = ownSeats.length > 0 && ownSeats.length < seats.length;
  const name = occupantName(seats[result.winner - 1]);
  const title = !playedOneSide
    ? messages.game.won({ name })
    : ownSeats.includes(result.winner)
      ? messages.game.youWon
      : messages.game.youLost;

  const startRematch = async () => {
    setBusy(true);
    try {
      navigate(`/game/${(await requestRematch(info.id)).id}`);
    } catch (error) {
      showError(error);
      setBusy(false);
    }
  };

  const study = async (state: State | undefined) => {
    try {
      const position = state && (await pageEngine().toPositionString(state));
      if (position) navigate(`/study#${await encodeFragment({ position })}`);
    } catch (error) {
      showError(error);
    }
  };

  return (
    <section className="game-over panel" data-seat={result.winner} role="status">
      <h2>{title}</h2>
      <p>
        {playedOneSide && !ownSeats.includes(result.winner)
          ? `${messages.game.won({ name })} `
          : ""}
        {messages.play.wonBy({ reason: result.reason })}
      </p>
      {rematch && <p>{messages.game.rematchWanted({ name: rematch.by })}</p>}
      <div className="buttons">
        {ownSeats.length > 0 && (
          <Button kind="primary" busy={busy} onClick={startRematch}>
            {messages.game.rematch}
          </Button>
        )}
        <Link
          className="button"
          to={`/replay/${info.id}${code ? `?code=${encodeURIComponent(code)}` : ""}`}
        >
          {messages.game.replay}
        </Link>
        {snapshot.view && (
          <Button onClick={() => study(snapshot.view?.state)}>{messages.game.study}</Button>
        )}
        <Link className="button" to="/play">
          {messages.game.newGame}
        </Link>
      </div>
    </section>
  );
}
