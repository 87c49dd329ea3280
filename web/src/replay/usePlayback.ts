// Looking at a game by itself: one move after the other until it ends or somebody takes over.

import { useEffect, useState } from "react";

export type Pace = "slow" | "normal" | "fast";

const PAUSES: Record<Pace, number> = { slow: 2200, normal: 1100, fast: 450 };

export interface Playback {
  playing: boolean;
  pace: Pace;
  setPlaying(playing: boolean): void;
  setPace(pace: Pace): void;
}

export function usePlayback(at: number, end: number, next: () => void): Playback {
  const [wanted, setPlaying] = useState(false);
  const [pace, setPace] = useState<Pace>("normal");
  const playing = wanted && at < end;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a timer for each move
  useEffect(() => {
    if (!playing) {
      setPlaying(false);
      return;
    }
    const timer = window.setTimeout(next, PAUSES[pace]);
    return () => window.clearTimeout(timer);
  }, [playing, pace, at]);

  return { playing, pace, setPlaying, setPace };
}
