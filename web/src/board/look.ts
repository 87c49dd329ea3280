// The look that all renderers share: look.json, generated from src/ringrift/drawing/look.json.

import type { Seat } from "../rules/wire";
import look from "./look.json";
import themeColours from "./themeColours.json";

export { look };

export type ThemeName = keyof typeof themeColours.themes;
export const THEMES = Object.keys(themeColours.themes) as ThemeName[];

export type SeatLook = (typeof look.seats)[number];

export function seatLook(seat: Seat): SeatLook {
  return look.seats[seat - 1] as SeatLook;
}

/** The CSS variable of a seat's colour. */
export function seatColour(seat: Seat, part = ""): string {
  return `var(--seat-${seat}${part && `-${part}`})`;
}
