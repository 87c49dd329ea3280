// Computer seats: whenever one of them has the choice, its level chooses in the page.

import { useEffect, useState } from "react";
import { showError } from "../components/toasts";
import type { Engine } from "../engine/engine";
import { levelOfSeat } from "./sandboxSettings";
import type { SandboxGame } from "./useSandboxGame";

export type Speed = "slow" | "normal" | "fast";

/** The least milliseconds that a computer's move takes, so that eyes can follow. */
const PAUSES: Record<Speed, number> = { slow: 1500, normal: 450, fast: 0 };
const TIMED = 10;

export function useComputerPlayers(
  engine: Engine,
  game: SandboxGame | null,
  going: boolean,
  speed: Speed,
): boolean {
  const [thinking, setThinking] = useState(false);
  const offer = game?.view.decision ?? null;
  const level = game && offer?.interactive ? levelOfSeat(game.setting, offer.seat) : 0;
  const atTip = game !== null && game.history.at === game.history.steps.length;
  const due = going && atTip && level > 0 && !game?.pending;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the hash stands for the state that is thought about
  useEffect(() => {
    if (!due || !game) return;
    const { state } = game.view;
    let left = false;
    let searching = true;
    let timer: number | undefined;
    const began = performance.now();
    setThinking(true);
    engine
      .chooseMove(state, level, game.setting.seed, level === TIMED ? 1 : undefined)
      .finally(() => {
        searching = false;
      })
      .then((move) => {
        if (left) return;
        const rest = Math.max(0, PAUSES[speed] - (performance.now() - began));
        timer = window.setTimeout(() => game.play(move).catch(showError), rest);
      })
      .catch((error) => {
        if (!left) showError(error);
      });
    return () => {
      left = true;
      window.clearTimeout(timer);
      setThinking(false);
      if (searching) engine.stopSearch();
    };
  }, [engine, due, level, speed, game?.view.hash]);

  return thinking;
}
