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
  const sandbox = useSandboxGame(engine);
  const { game, startNew, load } = sandbox;
  const hasGame = useRef(false);
  /** The steps that the address names; null while it is not yet known. */
  const stepsFromUrl = useRef<Step[] | null>(null);
  /** Of the game that began by itself and that nobody has touched: it replaces nothing that was kept. */
  const untouchedSettings = useRef<SandboxSettings | null>(null);

  useEffect(() => {
    let current = true;
    stepsFromUrl.current = null;
    const loadInitial = async () => {
      const shared = await orShowError(
        decodeFragment(fragment).then((shared) => loadShared(engine, shared)),
      );
      const found =
        shared ?? (hasGame.current ? null : await orShowError(restoreGame(engine, place)));
      if (!current) return;
      stepsFromUrl.current = shared?.steps ?? [];
      if (found) load(found);
      else if (!hasGame.current) {
        untouchedSettings.current = newSettings(DEFAULT_SETUP);
        await startNew(untouchedSettings.current);
      }
      prefetchReplay(engine);
    };
    loadInitial().catch(showError);
    return () => {
      current = false;
    };
  }, [engine, place, fragment, startNew, load]);

  const [settings, startPosition, history] = [
    game?.settings,
    game?.startPosition ?? null,
    game?.history,
  ];
  // Together with what is shown: whoever sees a move and loads the page anew at once finds it again.
  useLayoutEffect(() => {
    if (!settings || !history) return;
    hasGame.current = true;
    if (settings !== untouchedSettings.current || history.steps.length > 0) {
      untouchedSettings.current = null;
      saveGame(place, { settings, startPosition, history });
    }
    // An address that no longer names what is shown would bring back the old game when the page is loaded anew.
    const other = stepsFromUrl.current !== null && stepsFromUrl.current !== history.steps;
    if (other && currentRoute().fragment !== "") navigate(currentRoute().path, { replace: true });
  }, [place, settings, startPosition, history]);

  return sandbox;
}

/** Null where there is none; why it cannot be opened is told. */
async function orShowError(opening: Promise<LoadedGame | null>): Promise<LoadedGame | null> {
  try {
    return await opening;
  } catch (error) {
    showError(error);
    return null;
  }
}
