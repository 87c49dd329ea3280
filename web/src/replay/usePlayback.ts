// Looking at a game by itself: one move after the other until it ends or somebody takes over.

import { useEffect, useState } from "react";

export type PlaybackSpeed = "slow" | "normal" | "fast";

const MOVE_INTERVALS_MS: Record<PlaybackSpeed, number> = { slow: 2200, normal: 1100, fast: 450 };

export interface Playback {
  playing: boolean;
  speed: PlaybackSpeed;
  setPlaying(playing: boolean): void;
  setSpeed(pace: PlaybackSpeed): void;
}

export function usePlayback(at: number, end: number, next: () => void): Playback {
  const [wanted, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<PlaybackSpeed>("normal");
  const playing = wanted && at < end;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a timer for each move
  useEffect(() => {
    if (!playing) {
      setPlaying(false);
      return;
    }
    const timer = window.setTimeout(next, MOVE_INTERVALS_MS[speed]);
    return () => window.clearTimeout(timer);
  }, [playing, speed, at]);

  return { playing, speed, setPlaying, setSpeed };
}
