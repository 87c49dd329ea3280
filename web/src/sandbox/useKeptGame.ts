// The game of a place: what its address names, else what was there last, else a new one. It is kept from move to move.

import { useEffect, useRef } from "react";
import { currentRoute, go } from "../app/router";
import type { Engine, Step } from "../engine/engine";
import { tellError } from "../parts/toasts";
import { sharedIn } from "../play/fragment";
import { keep, prepare, recalled, type TablePlace } from "./memory";
import { type Opened, opened } from "./opening";
import { settingOf, usualSetup } from "./setting";
import { useGame } from "./useGame";

export function useKeptGame(place: TablePlace, engine: Engine, fragment: string): ReturnType<typeof useGame> {
  const table = useGame(engine);
  const { game, begin, open } = table;
  const onTable = useRef(false);
  /** The steps that the address names; null while it is not yet known. */
  const named = useRef<Step[] | null>(null);

  useEffect(() => {
    let current = true;
    named.current = null;
    const arrive = async () => {
      const brought = await broughtBy(engine, fragment);
      const found = brought ?? (onTable.current ? null : await recalled(engine, place));
      if (!current) return;
      named.current = brought?.steps ?? [];
      if (found) open(found);
      else if (!onTable.current) await begin(settingOf(usualSetup));
      prepare(engine);
    };
    arrive().catch(tellError);
    return () => {
      current = false;
    };
  }, [engine, place, fragment, begin, open]);

  const [setting, position, history] = [game?.setting, game?.position ?? null, game?.history];
  useEffect(() => {
    if (!setting || !history) return;
    onTable.current = true;
    keep(place, { setting, position, history });
    // An address that no longer names what is shown would bring back the old game when the page is loaded anew.
    const other = named.current !== null && named.current !== history.steps;
    if (other && currentRoute().fragment !== "") go(currentRoute().path, { replace: true });
  }, [place, setting, position, history]);

  return table;
}

async function broughtBy(engine: Engine, fragment: string): Promise<Opened | null> {
  try {
    return await opened(engine, await sharedIn(fragment));
  } catch (error) {
    tellError(error);
    return null;
  }
}
