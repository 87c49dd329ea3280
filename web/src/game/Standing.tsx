// The final standing as a list: places and who left.

import type { LeaveReason } from "../api/types";
import type { Place } from "../lobby/standing";
import { messages } from "../messages";
import { SeatIcon } from "../play/SeatIcon";

export interface StandingRow extends Place {
  name: string;
  left: LeaveReason | null;
}

export function Standing({ rows }: { rows: StandingRow[] }) {
  return (
    <ol className="plain standing" aria-label={messages.game.standing}>
      {rows.map(({ seat, place, name, left }) => (
        <li key={seat} data-seat={seat}>
          <span className="place">{messages.play.rank({ rank: place })}</span>
          <SeatIcon seat={seat} />
          <b>{name}</b>
          {left && (
            <small className="quiet">
              {messages.play.leaving.tag({
                reason: messages.play.leaving.reason({ reason: left }),
              })}
            </small>
          )}
        </li>
      ))}
    </ol>
  );
}
