// The look that all renderers share (src/ringrift/drawing/look.json).

import look from "@package/drawing/look.json";
import type { Seat } from "../rules/wire";

export { look };

export type SeatLook = (typeof look.seats)[number];

export function seatLook(seat: Seat): SeatLook {
  return look.seats[seat - 1] as SeatLook;
}
