// Which of the game screen's layouts fits the window.

import { useSyncExternalStore } from "react";

/** `wide`: three columns; `medium`: the story is a tab; `narrow`: one column, as on a phone. */
export type ScreenSize = "wide" | "medium" | "narrow";

const wide = window.matchMedia("(min-width: 1100px)");
const narrow = window.matchMedia("(max-width: 759px)");

export function useScreenSize(): ScreenSize {
  return useSyncExternalStore(subscribe, screenSize);
}

function screenSize(): ScreenSize {
  if (narrow.matches) return "narrow";
  return wide.matches ? "wide" : "medium";
}

function subscribe(listener: () => void): () => void {
  for (const query of [wide, narrow]) query.addEventListener("change", listener);
  return () => {
    for (const query of [wide, narrow]) query.removeEventListener("change", listener);
  };
}
