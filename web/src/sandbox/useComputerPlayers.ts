// Plays the computer seats with the page's engine.

import { useEffect, useState } from "react";
import { showError } from "../components/toasts";
import type { Engine } from "../engine/engine";
import { levelOfSeat } from "./sandboxSettings";
import type { SandboxGame } from "./useSandboxGame";

export type Speed = "slow" | "normal" | "fast";

/** Minimum time per computer move, so that people can follow. */
const MIN_MOVE_MS: Record<Speed, number> = { slow: 1500, normal: 450, fast: 0 };

export function useComputerPlayers(
  engine: Engine,
  game: SandboxGame | null,
  running: boolean,
  speed: Speed,
): boolean {
  const [thinking, setThinking] = useState(false);
  const decision = game?.view.decision ?? null;
  const level = game && decision?.interactive ? levelOfSeat(game.settings, decision.seat) : 0;
  const atEnd = game !== null && game.history.at === game.history.steps.length;
  const shouldMove = running && atEnd && level > 0 && !game?.pending;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the hash identifies the searched state
  useEffect(() => {
    if (!shouldMove || !game) return;
    const { state } = game.view;
    let cancelled = false;
    let searching = true;
    let timer: number | undefined;
    const startedAt = performance.now();
    setThinking(true);
    engine
      .chooseMove(state, level, game.settings.seed)
      .finally(() => {
        searching = false;
      })
      .then((move) => {
        if (cancelled) return;
        const delay = Math.max(0, MIN_MOVE_MS[speed] - (performance.now() - startedAt));
        timer = window.setTimeout(() => game.play(move).catch(showError), delay);
      })
      .catch((error) => {
        if (!cancelled) showError(error);
      });
    return () => {
      cancelled = true;
      window.clearTimeout(timer);
      setThinking(false);
      if (searching) engine.stopSearch();
    };
  }, [engine, shouldMove, level, speed, game?.view.hash]);

  return thinking;
}
