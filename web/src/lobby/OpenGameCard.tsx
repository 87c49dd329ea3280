// An open game: its board with the seats as rings, who sits there, and a button given as child.

import type { ReactNode } from "react";
import type { GameInfo } from "../api/types";
import { messages } from "../messages";
import { DEFAULT_EDITION } from "../rules/editions";
import { GameBoard } from "./GameBoard";
import { describeClock } from "./gameSummary";
import { SeatNames } from "./SeatNames";

interface OpenGameCardProps {
  game: GameInfo;
  me: string | undefined;
  children: ReactNode;
}

export function OpenGameCard({ game, me, children }: OpenGameCardProps) {
  const { board, clock, edition, start } = game.settings;
  const notes = [
    game.rated ? messages.lobby.rated : messages.lobby.casual,
    edition !== DEFAULT_EDITION && messages.terms.editions[edition],
    start === "balanced" && messages.lobby.balancedStart,
  ];
  return (
    <li className="open-game-card">
      <div>
        <GameBoard game={game} size={92} />
        <b>{messages.terms.boards[board]}</b>
        <small className="quiet">{describeClock(clock)}</small>
      </div>
      <div>
        <SeatNames game={game} me={me} />
        <div className="open-game-join">
          <small className="quiet">{notes.filter(Boolean).join(" · ")}</small>
          {children}
        </div>
      </div>
    </li>
  );
}
