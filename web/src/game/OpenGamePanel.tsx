// A game that waits for players: its seats and the invitation link.

import { useState } from "react";
import { ensureAccount } from "../account/loginSession";
import { joinGame, leaveGame } from "../api/games";
import type { GameInfo } from "../api/types";
import { navigate } from "../browser/router";
import { Button } from "../components/Button";
import { CopyField } from "../components/CopyField";
import { showError } from "../components/toasts";
import { describeSettings } from "../lobby/gameSummary";
import { SeatList } from "../lobby/SeatList";
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
  const join = (seat?: number) =>
    run(async () => {
      await ensureAccount();
      await joinGame(game.id, code, seat);
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
      <SeatList game={game} busy={busy} {...(seated ? {} : { onTake: join })} />
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
          <Button kind="primary" busy={busy} onClick={() => join()}>
            {messages.game.open.join}
          </Button>
        )}
      </div>
    </section>
  );
}
