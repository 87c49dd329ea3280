// The playback buttons under a replayed board.

import { useEffect, useState } from "react";
import { Button } from "../components/Button";
import { messages } from "../messages";
import type { NavigationStep } from "../play/useNavigationKeys";
import "./playbackControls.css";

interface PlaybackControlsProps {
  atStart: boolean;
  atEnd: boolean;
  playback: Playback;
  onStep(step: NavigationStep): void;
}

const ICON_PATHS = {
  first: "M3 3v10M13 3 6 8l7 5z",
  previous: "M12 3 4 8l8 5z",
  next: "M4 3l8 5-8 5z",
  last: "M13 3v10M3 3l7 5-7 5z",
  play: "M4 2l10 6-10 6z",
  pause: "M5 3v10M11 3v10",
};

export function PlaybackControls({ atStart, atEnd, playback, onStep }: PlaybackControlsProps) {
  const toggle = playback.playing ? "pause" : "play";
  const button = (icon: "first" | "previous" | "next" | "last", step: NavigationStep) => (
    <Button
      aria-label={messages.replay[icon]}
      title={messages.replay[icon]}
      disabled={step === "back" || step === "start" ? atStart : atEnd}
      onClick={() => onStep(step)}
    >
      {icon !== "next" && <PlaybackIcon of={icon} />}
      {(icon === "previous" || icon === "next") && <span>{messages.replay.turnButton}</span>}
      {icon === "next" && <PlaybackIcon of={icon} />}
    </Button>
  );
  return (
    <div className="playback-controls">
      {button("first", "start")}
      {button("previous", "back")}
      <Button
        kind="primary"
        disabled={atEnd}
        onClick={() => playback.setPlaying(!playback.playing)}
      >
        <PlaybackIcon of={toggle} />
        {messages.replay[toggle]}
      </Button>
      {button("next", "on")}
      {button("last", "end")}
    </div>
  );
}

function PlaybackIcon({ of }: { of: keyof typeof ICON_PATHS }) {
  return (
    <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
      <path
        d={ICON_PATHS[of]}
        fill="currentColor"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinejoin="round"
      />
    </svg>
  );
}

const DECISION_INTERVAL_MS = 900;

export interface Playback {
  playing: boolean;
  setPlaying(playing: boolean): void;
}

/** Steps decision by decision, so that each is seen on the board. */
export function usePlayback(at: number, end: number, next: () => void): Playback {
  const [wanted, setPlaying] = useState(false);
  const playing = wanted && at < end;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a timer for each decision
  useEffect(() => {
    if (!playing) {
      setPlaying(false);
      return;
    }
    const timer = window.setTimeout(next, DECISION_INTERVAL_MS);
    return () => window.clearTimeout(timer);
  }, [playing, at]);

  return { playing, setPlaying };
}
