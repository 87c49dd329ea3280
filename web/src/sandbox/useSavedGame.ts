// The game of a place: what its address names, else what was there last, else a new one. It is kept from move to move.

import { useEffect, useLayoutEffect, useRef } from "react";
import { currentRoute, navigate } from "../browser/router";
import { showError } from "../components/toasts";
import type { Engine, Step } from "../engine/engine";
import { decodeFragment } from "../play/urlFragment";
import { type LoadedGame, loadShared } from "./loadGame";
import { DEFAULT_SETUP, newSettings, type SandboxSettings } from "./sandboxSettings";
import { type GamePage, prefetchReplay, restoreGame, saveGame } from "./savedGame";
import { useSandboxGame } from "./useSandboxGame";

export function useSavedGame(
  place: GamePage,
  engine: Engine,
  fragment: string,
): ReturnType<typeof useSandboxGame> {
  const table = useSandboxGame(engine);
  const { game, begin, open } = table;
  const onTable = useRef(false);
  /** The steps that the address names; null while it is not yet known. */
  const named = useRef<Step[] | null>(null);
  /** Of the game that began by itself and that nobody has touched: it replaces nothing that was kept. */
  const untouched = useRef<SandboxSettings | null>(null);

  useEffect(() => {
    let current = true;
    named.current = null;
    const arrive = async () => {
      const brought = await orTold(
        decodeFragment(fragment).then((shared) => loadShared(engine, shared)),
      );
      const found = brought ?? (onTable.current ? null : await orTold(restoreGame(engine, place)));
      if (!current) return;
      named.current = brought?.steps ?? [];
      if (found) open(found);
      else if (!onTable.current) {
        untouched.current = newSettings(DEFAULT_SETUP);
        await begin(untouched.current);
      }
      prefetchReplay(engine);
    };
    arrive().catch(showError);
    return () => {
      current = false;
    };
  }, [engine, place, fragment, begin, open]);

  const [setting, position, history] = [game?.setting, game?.position ?? null, game?.history];
  // Together with what is shown: whoever sees a move and loads the page anew at once finds it again.
  useLayoutEffect(() => {
    if (!setting || !history) return;
    onTable.current = true;
    if (setting !== untouched.current || history.steps.length > 0) {
      untouched.current = null;
      saveGame(place, { setting, position, history });
    }
    // An address that no longer names what is shown would bring back the old game when the page is loaded anew.
    const other = named.current !== null && named.current !== history.steps;
    if (other && currentRoute().fragment !== "") navigate(currentRoute().path, { replace: true });
  }, [place, setting, position, history]);

  return table;
}

/** Null where there is none; why it cannot be opened is told. */
async function orTold(opening: Promise<LoadedGame | null>): Promise<LoadedGame | null> {
  try {
    return await opening;
  } catch (error) {
    showError(error);
    return null;
  }
}
