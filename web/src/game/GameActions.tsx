// Actions of a player other than moves: take back, resign, claim an abandoned game.

import { useState } from "react";
import { claimGame } from "../api/games";
import type { GameInfo } from "../api/types";
import { Button } from "../components/Button";
import { Dialog } from "../components/Dialog";
import { showError } from "../components/toasts";
import type { GameSnapshot } from "../live/gameStore";
import type { Command } from "../live/protocol";
import { messages } from "../messages";
import type { Seat } from "../rules/wire";
import { occupantName } from "./describeSeats";

interface GameActionsProps {
  snapshot: GameSnapshot;
  info: GameInfo;
  ownSeats: Seat[];
  onCommand(command: Command): void;
}

export function GameActions({ snapshot, info, ownSeats, onCommand }: GameActionsProps) {
  const [resigning, setResigning] = useState(false);
  const { session, view } = snapshot;
  const busy = snapshot.pendingCommand !== null;
  const toMove = view?.state.currentPlayer;
  const opponent =
    toMove !== undefined && !ownSeats.includes(toMove) ? session.seats[toMove - 1] : undefined;
  const hasMoved = session.moves.some((move) => !move.bookkeeping && ownSeats.includes(move.seat));

  return (
    <div className="game-actions">
      <TakeBackOffer snapshot={snapshot} ownSeats={ownSeats} onCommand={onCommand} />
      <div className="buttons">
        {info.settings.takeBacks && !session.takeBackOffer && (
          <Button
            disabled={busy || !hasMoved}
            onClick={() => onCommand({ type: "take_back.offer" })}
          >
            {messages.game.takeBack}
          </Button>
        )}
        <Button disabled={busy} onClick={() => setResigning(true)}>
          {messages.game.resign}
        </Button>
        {info.settings.clock.kind === "none" && opponent?.kind === "person" && (
          <Button
            title={messages.game.claimHint}
            onClick={() => claimGame(info.id).catch(showError)}
          >
            {messages.game.claim}
          </Button>
        )}
      </div>
      {resigning && (
        <Dialog title={messages.game.resignTitle} onClose={() => setResigning(false)}>
          <p>{messages.game.resignText}</p>
          <div className="buttons dialog-buttons">
            <Button
              kind="danger"
              onClick={() => {
                setResigning(false);
                onCommand({ type: "resign" });
              }}
            >
              {messages.game.resign}
            </Button>
            <Button onClick={() => setResigning(false)}>{messages.game.keepPlaying}</Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}

function TakeBackOffer({ snapshot, ownSeats, onCommand }: Omit<GameActionsProps, "info">) {
  const { takeBackOffer, seats } = snapshot.session;
  if (!takeBackOffer) return null;
  if (ownSeats.includes(takeBackOffer.seat)) {
    return (
      <div className="notice" role="status">
        <p>{messages.game.takeBackAsked}</p>
        <Button onClick={() => onCommand({ type: "take_back.decline" })}>
          {messages.game.withdraw}
        </Button>
      </div>
    );
  }
  const hasAgreed = ownSeats.every((seat) => takeBackOffer.agreed.includes(seat));
  return (
    <div className="notice" role="status">
      <p>{messages.game.takeBackWanted({ name: occupantName(seats[takeBackOffer.seat - 1]) })}</p>
      {!hasAgreed && (
        <div className="buttons">
          <Button kind="primary" onClick={() => onCommand({ type: "take_back.agree" })}>
            {messages.game.agree}
          </Button>
          <Button onClick={() => onCommand({ type: "take_back.decline" })}>
            {messages.game.decline}
          </Button>
        </div>
      )}
    </div>
  );
}
