// A quick match in one press, and how the looking goes.

import { useEffect, useState } from "react";
import type { GameSettings } from "../api/types";
import { go } from "../app/router";
import { Button } from "../parts/Button";
import { tell, tellError } from "../parts/toasts";
import { words } from "../strings";
import { look } from "./looking";

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
  const told = words.lobby.quick;

  useEffect(() => {
    if (!looking) return;
    setWaiting({ seconds: 0, trouble: false });
    return look(USUAL, {
      waits: (seconds, trouble) => setWaiting({ seconds, trouble }),
      finds: (game) => go(`/game/${game.id}`),
      missed: () => tell(words.lobby.quick.missed),
      stuck: tellError,
      fails(error) {
        tellError(error);
        setLooking(false);
      },
    });
  }, [looking]);

  return (
    <div className="quick-match">
      <div role="status">{looking && <HowItGoes {...waiting} />}</div>
      <Button onClick={() => setLooking(!looking)}>{looking ? told.stop : told.begin}</Button>
    </div>
  );
}

/** The seconds are for the eyes: read aloud, they would never end. */
function HowItGoes({ seconds, trouble }: Waiting) {
  if (trouble) return <p>{words.lobby.quick.trouble}</p>;
  return (
    <p>
      {words.lobby.quick.looking}{" "}
      <span aria-hidden="true">{words.lobby.quick.seconds(seconds)}</span>
    </p>
  );
}
