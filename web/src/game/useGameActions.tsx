// Actions of a player other than moves: take back, resign or abort, claim an abandoned game.

import { type ReactNode, useState } from "react";
import { claimGame } from "../api/games";
import type { GameInfo } from "../api/types";
import { Button } from "../components/Button";
import { Dialog } from "../components/Dialog";
import { showError } from "../components/toasts";
import type { GameSnapshot } from "../live/gameStore";
import type { Command } from "../live/protocol";
import { messages } from "../messages";
import type { GameAction } from "../play/types";
import type { Seat } from "../rules/wire";
import { describeResignation } from "./departures";
import { occupantName } from "./describeSeats";

interface GameActionsProps {
  snapshot: GameSnapshot;
  info: GameInfo;
  ownSeats: Seat[];
  onCommand(command: Command): void;
}

/** Returns the buttons, and the dialog that asks before a game is left. */
export function useGameActions(props: GameActionsProps): {
  actions: GameAction[];
  dialog: ReactNode;
} {
  const { snapshot, info, ownSeats, onCommand } = props;
  const [confirming, setConfirming] = useState<"resign" | "abort" | null>(null);
  const { session } = snapshot;
  if (ownSeats.length === 0 || session.result) return { actions: [], dialog: null };
  return {
    actions: listActions(props, setConfirming),
    dialog: confirming && (
      <ConfirmDialog
        action={confirming}
        text={
          confirming === "abort"
            ? messages.game.abortText
            : describeResignation(session, info.settings, ownSeats)
        }
        onClose={() => setConfirming(null)}
        onConfirm={() => {
          setConfirming(null);
          onCommand({ type: confirming });
        }}
      />
    ),
  };
}

function listActions(
  { snapshot, info, ownSeats, onCommand }: GameActionsProps,
  confirm: (action: "resign" | "abort") => void,
): GameAction[] {
  const { session, view, begun } = snapshot;
  const busy = snapshot.pendingCommand !== null;
  const leave = begun ? "resign" : "abort";
  const toMove = view?.state.currentPlayer;
  const opponent =
    toMove !== undefined && !ownSeats.includes(toMove) ? session.seats[toMove - 1] : undefined;
  const hasMoved = session.moves
    .slice(session.startMoves)
    .some((move) => !move.bookkeeping && ownSeats.includes(move.seat));
  const takeBack: GameAction = {
    id: "take-back",
    label: messages.game.takeBack,
    disabled: busy || !hasMoved,
    onClick: () => onCommand({ type: "take_back.offer" }),
  };
  const leaveAction: GameAction = {
    id: leave,
    label: messages.game[leave],
    disabled: busy,
    onClick: () => confirm(leave),
  };
  const claim: GameAction = {
    id: "claim",
    label: messages.game.claim,
    title: messages.game.claimHint,
    onClick: () => claimGame(info.id).catch(showError),
  };
  const canClaim = info.settings.clock.kind === "none" && opponent?.kind === "person";
  return [
    ...(info.settings.takeBacks && !session.takeBackOffer ? [takeBack] : []),
    leaveAction,
    ...(canClaim ? [claim] : []),
  ];
}

interface ConfirmDialogProps {
  action: "resign" | "abort";
  text: string;
  onClose(): void;
  onConfirm(): void;
}

function ConfirmDialog({ action, text, onClose, onConfirm }: ConfirmDialogProps) {
  const title = action === "abort" ? messages.game.abortTitle : messages.game.resignTitle;
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text}</p>
      <div className="buttons dialog-buttons">
        <Button kind="danger" onClick={onConfirm}>
          {messages.game[action]}
        </Button>
        <Button onClick={onClose}>{messages.game.keepPlaying}</Button>
      </div>
    </Dialog>
  );
}

export function TakeBackOffer({ snapshot, ownSeats, onCommand }: Omit<GameActionsProps, "info">) {
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
