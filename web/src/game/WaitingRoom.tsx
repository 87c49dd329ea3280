// A game that has not begun: who is there, the link for the others.

import { useState } from "react";
import { player } from "../account/session";
import { joinGame, leaveGame } from "../api/games";
import type { GameInfo } from "../api/types";
import { go } from "../app/router";
import { seatName, settingsWords } from "../lobby/gameWords";
import { Button } from "../parts/Button";
import { CopyField } from "../parts/CopyField";
import { tellError } from "../parts/toasts";
import { words } from "../strings";

interface WaitingRoomProps {
  game: GameInfo;
  mine: boolean;
  code?: string;
  onChanged(): void;
}

export function WaitingRoom({ game, mine, code, onChanged }: WaitingRoomProps) {
  const [busy, setBusy] = useState(false);
  const told = words.game.waiting;

  const attempt = async (what: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await what();
    } catch (error) {
      tellError(error);
    } finally {
      setBusy(false);
    }
  };
  const join = () =>
    attempt(async () => {
      await player();
      await joinGame(game.id, code);
      onChanged();
    });
  const leave = () =>
    attempt(async () => {
      await leaveGame(game.id);
      go("/play");
    });

  return (
    <section className="narrow waiting-room">
      <h1>{told.title}</h1>
      <p className="quiet">{settingsWords(game.settings)}</p>
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
          <p>{told.text}</p>
          <CopyField label={told.link} text={`${window.location.origin}/join/${game.invite}`} />
        </div>
      )}
      <div className="buttons">
        {mine ? (
          <Button busy={busy} onClick={leave}>
            {told.leave}
          </Button>
        ) : (
          <Button kind="primary" busy={busy} onClick={join}>
            {told.join}
          </Button>
        )}
      </div>
    </section>
  );
}
