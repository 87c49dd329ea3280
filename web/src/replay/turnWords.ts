// A turn of a record in words.

import type { RecordReplay } from "../engine/engine";
import { plainText } from "../play/story/storyText";
import { turnsOf } from "../play/story/turns";
import { summariseTurn } from "../play/story/words";
import type { Seat } from "../rules/wire";
import type { PlayedTurn } from "./judgedTurns";

/** `own` is the reader's seat at the end; null for others. */
export function describeTurn(record: RecordReplay, turn: PlayedTurn, own: Seat | null): string {
  const { start, steps, setup } = record;
  const before = steps[turn.from - 1]?.view ?? start;
  const [events] = turnsOf(before, steps.slice(turn.from, turn.to));
  if (!events) return "";
  const viewer = own !== null && turn.player === own ? [turn.seat] : [];
  return plainText(summariseTurn(events, { board: setup.board, viewer }));
}
