// A record's player names and move comments.

import type { RecordReplay } from "../engine/engine";
import { messages } from "../messages";
import type { SeatInfo } from "../play/types";
import type { Seat } from "../rules/wire";

export function seatsInRecord({ names, setup }: RecordReplay): SeatInfo[] {
  return Array.from({ length: setup.players }, (_, i) => ({
    seat: (i + 1) as Seat,
    name: names[i] || messages.terms.seat({ seat: i + 1 }),
    kind: "",
  }));
}

/** Returns the comments on the last chosen move before `at` and on the bookkeeping after it. */
export function commentAt({ steps, annotations: remarks }: RecordReplay, at: number): string {
  const last = steps.slice(0, at).findLastIndex((step) => !step.bookkeeping);
  return remarks
    .slice(Math.max(0, last), at)
    .map((remark) => remark.comment)
    .filter(Boolean)
    .join(" ");
}
