// How it ended, and what one can do now.

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
import { occupantName } from "./seatLabels";

interface GameOverProps {
  info: GameInfo;
  snapshot: GameSnapshot;
  /** The invitation by which a private game is seen. */
  code?: string;
  /** The seats that one had. */
  own: Seat[];
}

export function GameOver({ info, snapshot, code, own }: GameOverProps) {
  const [busy, setBusy] = useState(false);
  const { result, seats } = snapshot.session;
  const { rematch: wanted } = snapshot;
  if (!result) return null;
  const alone = own.length > 0 && own.length < seats.length;
  const name = occupantName(seats[result.winner - 1]);
  const title = !alone
    ? messages.game.won({ name })
    : own.includes(result.winner)
      ? messages.game.youWon
      : messages.game.youLost;

  const again = async () => {
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
        {alone && !own.includes(result.winner) ? `${messages.game.won({ name })} ` : ""}
        {messages.play.wonBy({ reason: result.reason })}
      </p>
      {wanted && <p>{messages.game.rematchWanted({ name: wanted.by })}</p>}
      <div className="buttons">
        {own.length > 0 && (
          <Button kind="primary" busy={busy} onClick={again}>
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
