// The look of an embedded page, from the query string that the embedding page chose.

import type { Settings } from "../browser/settings";
import { EMBED_THEMES, type EmbedTheme } from "../share/frameCode";

export interface EmbedOptions {
  theme: EmbedTheme;
  coordinates: boolean;
  /** The greatest width and height of the board in pixels; null fills the frame. */
  size: number | null;
  /** The turn to open with; null is the latest. */
  turn: number | null;
}

const MIN_SIZE = 120;
const MAX_SIZE = 2000;

/** Unknown and wrong values count as not given: a frame should show something. */
export function readEmbedOptions(query: URLSearchParams): EmbedOptions {
  const theme = query.get("theme");
  const size = wholeNumber(query.get("size"));
  return {
    theme: EMBED_THEMES.find((name) => name === theme) ?? "auto",
    coordinates: query.get("coordinates") !== "off",
    size: size === null ? null : Math.min(Math.max(size, MIN_SIZE), MAX_SIZE),
    turn: wholeNumber(query.get("turn")),
  };
}

function wholeNumber(text: string | null): number | null {
  return /^[1-9][0-9]{0,5}$/.test(text ?? "") ? Number(text) : null;
}

/** The settings of the page inside the frame. */
export function settingsFor({ theme, coordinates }: EmbedOptions): Partial<Settings> {
  return { theme, coordinates, sound: false };
}
