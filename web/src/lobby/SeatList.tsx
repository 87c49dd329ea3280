// The seats of a game that waits for players. Each open one can be taken: a seat has its colour.

import type { GameInfo } from "../api/types";
import { Button } from "../components/Button";
import { messages } from "../messages";
import { longSeatName } from "./gameSummary";

interface SeatListProps {
  game: GameInfo;
  busy: boolean;
  /** Absent if the user cannot take a seat. */
  onTake?(seat: number): void;
}

export function SeatList({ game, busy, onTake }: SeatListProps) {
  const choice = game.seats.filter((seat) => seat.kind === "open").length > 1;
  return (
    <ul className="plain rows seat-list" aria-live="polite">
      {game.seats.map((seat) => (
        <li key={seat.seat}>
          <span className="seat-name" data-seat={seat.seat} data-open={seat.kind === "open"}>
            {longSeatName(seat)}
          </span>
          {onTake && choice && seat.kind === "open" && (
            <Button busy={busy} onClick={() => onTake(seat.seat)}>
              {messages.lobby.takeSeat({ colour: messages.terms.colour({ seat: seat.seat }) })}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
