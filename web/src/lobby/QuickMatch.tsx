// A quick match in one press, and how the looking goes.

import { useEffect, useState } from "react";
import type { GameSettings } from "../api/types";
import { navigate } from "../browser/router";
import { Button } from "../components/Button";
import { showError, showToast } from "../components/toasts";
import { messages } from "../messages";
import { startMatchmaking } from "./matchmaking";

/** What is looked for on the first page and in the lobby. */
const USUAL: Partial<GameSettings> = {
  board: "square8",
  clock: { kind: "fischer", initial: 600, increment: 10 },
};

interface Waiting {
  seconds: number;
  trouble: boolean;
}

export function QuickMatch() {
  const [looking, setLooking] = useState(false);
  const [waiting, setWaiting] = useState<Waiting>({ seconds: 0, trouble: false });

  useEffect(() => {
    if (!looking) return;
    setWaiting({ seconds: 0, trouble: false });
    return startMatchmaking(USUAL, {
      waits: (seconds, trouble) => setWaiting({ seconds, trouble }),
      finds: (game) => navigate(`/game/${game.id}`),
      missed: () => showToast(messages.lobby.quick.missed),
      stuck: showError,
      fails(error) {
        showError(error);
        setLooking(false);
      },
    });
  }, [looking]);

  return (
    <div className="quick-match">
      <div role="status">{looking && <HowItGoes {...waiting} />}</div>
      <Button onClick={() => setLooking(!looking)}>
        {looking ? messages.lobby.quick.stop : messages.lobby.quick.start}
      </Button>
    </div>
  );
}

/** The seconds are for the eyes: read aloud, they would never end. */
function HowItGoes({ seconds, trouble }: Waiting) {
  if (trouble) return <p>{messages.lobby.quick.trouble}</p>;
  return (
    <p>
      {messages.lobby.quick.searching}{" "}
      <span aria-hidden="true">{messages.lobby.seconds({ seconds })}</span>
    </p>
  );
}
