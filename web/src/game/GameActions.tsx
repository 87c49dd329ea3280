// What a player can do beside moving: take back, resign, claim a game that the other has left.

import { useState } from "react";
import { claimGame } from "../api/games";
import type { GameInfo } from "../api/types";
import { Button } from "../components/Button";
import { Dialog } from "../components/Dialog";
import { showError } from "../components/toasts";
import type { GameSnapshot } from "../live/gameStore";
import type { Command } from "../live/protocol";
import type { Seat } from "../rules/wire";
import { words } from "../strings";
import { occupantName } from "./seatLabels";

interface GameActionsProps {
  snapshot: GameSnapshot;
  info: GameInfo;
  hands: Seat[];
  onOrder(order: Command): void;
}

export function GameActions({ snapshot, info, hands, onOrder }: GameActionsProps) {
  const [resigning, setResigning] = useState(false);
  const { session, view } = snapshot;
  const told = words.game;
  const busy = snapshot.pendingCommand !== null;
  const toMove = view?.state.currentPlayer;
  const other =
    toMove !== undefined && !hands.includes(toMove) ? session.seats[toMove - 1] : undefined;
  const played = session.moves.some((move) => !move.bookkeeping && hands.includes(move.seat));

  return (
    <div className="game-actions">
      <TakeBackOffer snapshot={snapshot} hands={hands} onOrder={onOrder} />
      <div className="buttons">
        {info.settings.takeBacks && !session.takeBackOffer && (
          <Button disabled={busy || !played} onClick={() => onOrder({ type: "take_back.offer" })}>
            {told.takeBack}
          </Button>
        )}
        <Button disabled={busy} onClick={() => setResigning(true)}>
          {told.resign}
        </Button>
        {info.settings.clock.kind === "none" && other?.kind === "person" && (
          <Button title={told.claimHint} onClick={() => claimGame(info.id).catch(showError)}>
            {told.claim}
          </Button>
        )}
      </div>
      {resigning && (
        <Dialog title={told.resignSure} onClose={() => setResigning(false)}>
          <p>{told.resignText}</p>
          <div className="buttons dialog-buttons">
            <Button
              kind="danger"
              onClick={() => {
                setResigning(false);
                onOrder({ type: "resign" });
              }}
            >
              {told.resign}
            </Button>
            <Button onClick={() => setResigning(false)}>{told.keepPlaying}</Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}

function TakeBackOffer({ snapshot, hands, onOrder }: Omit<GameActionsProps, "info">) {
  const { takeBackOffer, seats } = snapshot.session;
  if (!takeBackOffer) return null;
  const told = words.game;
  if (hands.includes(takeBackOffer.seat)) {
    return (
      <div className="note" role="status">
        <p>{told.takeBackAsked}</p>
        <Button onClick={() => onOrder({ type: "take_back.decline" })}>{told.withdraw}</Button>
      </div>
    );
  }
  const answered = hands.every((seat) => takeBackOffer.agreed.includes(seat));
  return (
    <div className="note" role="status">
      <p>{told.takeBackWanted(occupantName(seats[takeBackOffer.seat - 1]))}</p>
      {!answered && (
        <div className="buttons">
          <Button kind="primary" onClick={() => onOrder({ type: "take_back.agree" })}>
            {told.agree}
          </Button>
          <Button onClick={() => onOrder({ type: "take_back.decline" })}>{told.decline}</Button>
        </div>
      )}
    </div>
  );
}
