// The seats above the board, with their chances of winning in the shown position.

import { messages } from "../messages";
import { SeatIcon } from "../play/SeatIcon";
import type { SeatInfo } from "../play/types";
import type { Seat } from "../rules/wire";

interface SeatChancesProps {
  seats: readonly SeatInfo[];
  /** By seat; null while they are not known, undefined if they stay unknown. */
  shares: readonly number[] | null | undefined;
  toMove: Seat | null;
}

export function SeatChances({ seats, shares, toMove }: SeatChancesProps) {
  return (
    <ul className="plain seat-chances" aria-label={messages.replay.chances}>
      {seats.map(({ seat, name, note }) => (
        <li key={seat} data-seat={seat} data-active={seat === toMove || undefined}>
          <SeatIcon seat={seat} />
          <span className="chance-name" title={typeof note === "string" ? note : undefined}>
            {name}
            {seat === toMove && (
              <>
                <span aria-hidden="true"> ▸</span>
                <span className="visually-hidden">, {messages.replay.toMove}</span>
              </>
            )}
          </span>
          <span className="seat-chance">
            {shares && messages.replay.chance({ percent: percentOf(shares[seat - 1]) })}
            {shares === null && "…"}
          </span>
        </li>
      ))}
    </ul>
  );
}

export const percentOf = (share: number | undefined): number => Math.round(100 * (share ?? 0));
