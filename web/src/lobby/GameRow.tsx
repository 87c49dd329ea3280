// A game in a list: seats, settings, and a button given as child.

import type { ReactNode } from "react";
import type { GameInfo } from "../api/types";
import { messages } from "../messages";
import { describeSettings, seatName } from "./gameSummary";

export function GameRow({ game, children }: { game: GameInfo; children: ReactNode }) {
  return (
    <li className="row">
      <div className="grow">
        <div className="seat-names">
          {game.seats.map((seat) => (
            <span
              key={seat.seat}
              className="seat-name"
              data-seat={seat.seat}
              data-open={seat.kind === "open"}
            >
              {seatName(seat)}
            </span>
          ))}
          {game.rated && <span className="badge">{messages.lobby.rated}</span>}
        </div>
        <small className="quiet">{describeSettings(game.settings)}</small>
      </div>
      {children}
    </li>
  );
}
