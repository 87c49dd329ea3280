// A game that waits for players: its seats and the invitation link.

import { useState } from "react";
import { ensureAccount } from "../account/loginSession";
import { joinGame, leaveGame } from "../api/games";
import type { GameInfo } from "../api/types";
import { navigate } from "../browser/router";
import { Button } from "../components/Button";
import { CopyField } from "../components/CopyField";
import { showError } from "../components/toasts";
import { describeSettings, seatName } from "../lobby/gameSummary";
import { messages } from "../messages";

interface OpenGamePanelProps {
  game: GameInfo;
  seated: boolean;
  code?: string;
  onChanged(): void;
}

export function OpenGamePanel({ game, seated, code, onChanged }: OpenGamePanelProps) {
  const [busy, setBusy] = useState(false);

  const run = async (action: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await action();
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  const join = () =>
    run(async () => {
      await ensureAccount();
      await joinGame(game.id, code);
      onChanged();
    });
  const leave = () =>
    run(async () => {
      await leaveGame(game.id);
      navigate("/play");
    });

  return (
    <section className="narrow open-game">
      <h1>{messages.game.open.title}</h1>
      <p className="quiet">{describeSettings(game.settings)}</p>
      <ul className="plain rows" aria-live="polite">
        {game.seats.map((seat) => (
          <li
            key={seat.seat}
            className="seat-name"
            data-seat={seat.seat}
            data-open={seat.kind === "open"}
          >
            {seatName(seat)}
          </li>
        ))}
      </ul>
      {game.invite && (
        <div className="panel">
          <p>{messages.game.open.text}</p>
          <CopyField
            label={messages.game.open.link}
            text={`${window.location.origin}/join/${game.invite}`}
          />
        </div>
      )}
      <div className="buttons">
        {seated ? (
          <Button busy={busy} onClick={leave}>
            {messages.game.open.leave}
          </Button>
        ) : (
          <Button kind="primary" busy={busy} onClick={join}>
            {messages.game.open.join}
          </Button>
        )}
      </div>
    </section>
  );
}
