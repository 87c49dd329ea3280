// Sentences about players who left a live game, and what leaving would mean.

import type { GameSettings } from "../api/types";
import type { Departure, SessionState } from "../live/sessionState";
import { messages } from "../messages";
import type { Seat } from "../rules/wire";
import { occupantName } from "./describeSeats";

/** Says who left and why, and who plays on: `Ann left (resigned). Level 6 plays on.` */
export function describeDeparture(
  { seats, result }: SessionState,
  { seat, occupant, reason }: Departure,
  me?: string,
): string {
  const why = { reason: messages.play.leaving.reason({ reason }) };
  const isMe = me !== undefined && occupant !== undefined && "id" in occupant && occupant.id === me;
  const left = isMe
    ? messages.play.leaving.youLeft(why)
    : messages.play.leaving.left({ name: occupantName(occupant), ...why });
  const substitute = seats[seat - 1];
  if (!substitute || "id" in substitute) return left;
  const name = occupantName(substitute);
  const playing = result
    ? messages.play.leaving.playedOn({ name })
    : messages.play.leaving.playsOn({ name });
  return `${left} ${playing}`;
}

/** Says what happens if the player of these seats resigns now [RULES §9]. */
export function describeResignation(
  { seats, departures }: SessionState,
  settings: Pick<GameSettings, "substitute">,
  ownSeats: readonly Seat[],
): string {
  const left = new Set(departures.map(({ seat }) => seat));
  const others = seats.flatMap((occupant, index) => {
    const seat = (index + 1) as Seat;
    return ownSeats.includes(seat) || left.has(seat) ? [] : [occupant];
  });
  const texts = messages.game.resignText;
  const name = occupantName(others[0]);
  if (seats.length === 2) return texts.two({ name });
  if (others.length === 1) return texts.last({ name });
  if (!others.some((occupant) => "id" in occupant)) return texts.alone;
  const { substitute: level = null } = settings;
  const substitute =
    level === null
      ? texts.anyLevel
      : texts.substitute({ level: messages.terms.level({ level }).toLocaleLowerCase() });
  return texts.playsOn({ substitute });
}
