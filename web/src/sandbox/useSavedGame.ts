// A page's game: from the URL, else the saved one, else a new one. Saved after every move.

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
  page: GamePage,
  engine: Engine,
  fragment: string,
): ReturnType<typeof useSandboxGame> {
  const sandbox = useSandboxGame(engine);
  const { game, startNew, load } = sandbox;
  const hasGame = useRef(false);
  /** The steps of the URL's game; null while it loads. */
  const stepsFromUrl = useRef<Step[] | null>(null);
  /** Settings of the default game. Until it is touched, it does not overwrite the saved game. */
  const untouchedSettings = useRef<SandboxSettings | null>(null);

  useEffect(() => {
    let current = true;
    stepsFromUrl.current = null;
    const loadInitial = async () => {
      const shared = await loadOrShowError(
        decodeFragment(fragment).then((shared) => loadShared(engine, shared)),
      );
      const found =
        shared ?? (hasGame.current ? null : await loadOrShowError(restoreGame(engine, page)));
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
  }, [engine, page, fragment, startNew, load]);

  const [settings, startPosition, history] = [
    game?.settings,
    game?.startPosition ?? null,
    game?.history,
  ];
  // Save before paint, so that a reload right after a move keeps the move.
  useLayoutEffect(() => {
    if (!settings || !history) return;
    hasGame.current = true;
    if (settings !== untouchedSettings.current || history.steps.length > 0) {
      untouchedSettings.current = null;
      saveGame(page, { settings, startPosition, history });
    }
    // Clear a fragment that no longer matches: a reload would bring back the old game.
    const outdated = stepsFromUrl.current !== null && stepsFromUrl.current !== history.steps;
    if (outdated && currentRoute().fragment !== "")
      navigate(currentRoute().path, { replace: true });
  }, [page, settings, startPosition, history]);

  return sandbox;
}

/** Resolves to null and shows the error when loading fails. */
async function loadOrShowError(loading: Promise<LoadedGame | null>): Promise<LoadedGame | null> {
  try {
    return await loading;
  } catch (error) {
    showError(error);
    return null;
  }
}
