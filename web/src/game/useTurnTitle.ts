// The tab says when it is one's turn, for those who look elsewhere meanwhile.

import { useEffect } from "react";
import { words } from "../strings";

export function useTurnTitle(mine: boolean): void {
  useEffect(() => {
    const place = mine ? words.game.yourTurn : words.shell.places.game;
    document.title = words.shell.title(place);
  }, [mine]);
}
