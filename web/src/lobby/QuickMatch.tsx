// Looking for an opponent: asked again and again until there is a game, or one has had enough.

import { useEffect, useState } from "react";
import { player } from "../account/session";
import { quickMatch, stopLooking } from "../api/games";
import type { GameSettings } from "../api/types";
import { go } from "../app/router";
import { Button } from "../parts/Button";
import { tellError } from "../parts/toasts";
import { words } from "../strings";

const AGAIN_MS = 2_000;

export function QuickMatch({ settings }: { settings: Partial<GameSettings> }) {
  const [waited, setWaited] = useState<number | null>(null);
  const looking = waited !== null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the wish stands as it was when the looking began
  useEffect(() => {
    if (!looking) return;
    let timer = 0;
    let wanted = true;
    const look = async () => {
      try {
        await player();
        const found = await quickMatch(settings);
        if (!wanted) return;
        if (found.game) {
          wanted = false;
          go(`/game/${found.game.id}`);
          return;
        }
        setWaited(Math.round(found.waiting));
        timer = window.setTimeout(look, AGAIN_MS);
      } catch (error) {
        tellError(error);
        setWaited(null);
      }
    };
    void look();
    return () => {
      window.clearTimeout(timer);
      if (wanted) stopLooking().catch(() => undefined);
      wanted = false;
    };
  }, [looking]);

  return (
    <>
      {looking && <p role="status">{words.lobby.quick.looking(waited)}</p>}
      <Button onClick={() => setWaited(looking ? null : 0)}>
        {looking ? words.lobby.quick.stop : words.lobby.quick.begin}
      </Button>
    </>
  );
}
