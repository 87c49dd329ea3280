// The tab says when it is one's turn, for those who look elsewhere meanwhile.

import { useEffect } from "react";
import { messages } from "../messages";

export function useTurnTitle(mine: boolean): void {
  useEffect(() => {
    const place = mine ? messages.game.yourTurn : messages.shell.pages.game;
    document.title = messages.shell.title({ page: place });
  }, [mine]);
}
