// What an entry of the list says.

import type { WaitingEntry } from "../live/protocol";
import { messages } from "../messages";

export function describeEntry({ status, your_turn, rematch_of, opponents }: WaitingEntry): string {
  const names = opponents.join(", ") || messages.notifications.computer;
  if (rematch_of !== undefined) return messages.notifications.rematch({ opponents: names });
  if (your_turn) return messages.notifications.yourTurn({ opponents: names });
  return status === "open"
    ? messages.notifications.open
    : messages.notifications.playing({ opponents: names });
}

/** The page on which the player answers: for the offer of a rematch, the finished game. */
export const entryPath = ({ game, rematch_of }: WaitingEntry): string =>
  `/game/${rematch_of ?? game}`;
