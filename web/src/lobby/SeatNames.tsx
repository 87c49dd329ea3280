// The players of a game with their colours and ratings.

import { formatRating } from "../account/formatRating";
import type { GameInfo, GameSeat } from "../api/types";
import { messages } from "../messages";
import { longSeatName } from "./gameSummary";
import { describeDeparture } from "./standing";

interface SeatNamesProps {
  game: GameInfo;
  /** The account that is called "You". */
  me?: string | undefined;
}

export function SeatNames({ game, me }: SeatNamesProps) {
  return (
    <div className="seat-names">
      {game.seats.map((seat) => (
        <span
          key={seat.seat}
          className="seat-name"
          data-seat={seat.seat}
          data-open={seat.kind === "open"}
        >
          {isMine(seat, me) ? messages.lobby.you : longSeatName(seat)}
          {seat.rating && <small className="quiet">{formatRating(seat.rating)}</small>}
          {seat.left && <small className="quiet">{describeDeparture(seat)}</small>}
        </span>
      ))}
    </div>
  );
}

export const isMine = ({ account }: GameSeat, me: string | undefined): boolean =>
  me !== undefined && account?.id === me;
