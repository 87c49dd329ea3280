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

export function QuickMatch() {
  const [looking, setLooking] = useState(false);
  const [status, setStatus] = useState("");
  const told = words.lobby.quick;

  useEffect(() => {
    if (!looking) return;
    setStatus(words.lobby.quick.looking(0));
    return look(USUAL, {
      waits: (seconds, trouble) =>
        setStatus(trouble ? words.lobby.quick.trouble : words.lobby.quick.looking(seconds)),
      finds: (game) => go(`/game/${game.id}`),
      missed: () => tell(words.lobby.quick.missed),
      fails(error) {
        tellError(error);
        setLooking(false);
      },
    });
  }, [looking]);

  return (
    <>
      {looking && <p role="status">{status}</p>}
      <Button onClick={() => setLooking(!looking)}>{looking ? told.stop : told.begin}</Button>
    </>
  );
}
