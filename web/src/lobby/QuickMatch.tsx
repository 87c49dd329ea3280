// Finds an opponent with one click and shows the progress of the search.

import { useEffect, useState } from "react";
import type { GameSettings } from "../api/types";
import { navigate } from "../browser/router";
import { Button } from "../components/Button";
import { showError, showToast } from "../components/toasts";
import { messages } from "../messages";
import { startMatchmaking } from "./matchmaking";

/** The game that a quick match looks for. */
const QUICK_MATCH: Partial<GameSettings> = {
  board: "square8",
  clock: { kind: "fischer", initial: 600, increment: 10 },
};

interface SearchStatus {
  seconds: number;
  unreachable: boolean;
}

export function QuickMatch() {
  const [searching, setSearching] = useState(false);
  const [status, setStatus] = useState<SearchStatus>({ seconds: 0, unreachable: false });

  useEffect(() => {
    if (!searching) return;
    setStatus({ seconds: 0, unreachable: false });
    return startMatchmaking(QUICK_MATCH, {
      onWaiting: (seconds, unreachable) => setStatus({ seconds, unreachable }),
      onFound: (game) => navigate(`/game/${game.id}`),
      onMissed: () => showToast(messages.lobby.quick.missed),
      onLeaveFailed: showError,
      onRefused(error) {
        showError(error);
        setSearching(false);
      },
    });
  }, [searching]);

  return (
    <div className="quick-match">
      <div role="status">{searching && <SearchProgress {...status} />}</div>
      <Button onClick={() => setSearching(!searching)}>
        {searching ? messages.lobby.quick.stop : messages.lobby.quick.start}
      </Button>
    </div>
  );
}

/** Screen readers do not read the seconds: they would never stop. */
function SearchProgress({ seconds, unreachable }: SearchStatus) {
  if (unreachable) return <p>{messages.lobby.quick.trouble}</p>;
  return (
    <p>
      {messages.lobby.quick.searching}{" "}
      <span aria-hidden="true">{messages.lobby.seconds({ seconds })}</span>
    </p>
  );
}
