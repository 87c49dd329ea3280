// The slider and the playback buttons under a replayed board.

import { useEffect, useState } from "react";
import { Button } from "../components/Button";
import { RadioBar } from "../components/fields";
import { messages } from "../messages";
import { choicePoints, currentView, type History } from "../play/history";

interface PlaybackControlsProps {
  history: History;
  playback: Playback;
  onJump(at: number): void;
}

const SPEEDS: PlaybackSpeed[] = ["slow", "normal", "fast"];

const ICON_PATHS = {
  first: "M3 3v10M13 3 6 8l7 5z",
  previous: "M12 3 4 8l8 5z",
  next: "M4 3l8 5-8 5z",
  last: "M13 3v10M3 3l7 5-7 5z",
  play: "M4 2l10 6-10 6z",
  pause: "M5 3v10M11 3v10",
};

export function PlaybackControls({ history, playback, onJump }: PlaybackControlsProps) {
  const stops = choicePoints(history);
  const index = stops.findLastIndex((stop) => stop <= history.at);
  const to = (index: number) => onJump(stops[Math.min(Math.max(index, 0), stops.length - 1)] ?? 0);
  const { turnNumber } = currentView(history).state;
  const step = (shape: keyof typeof ICON_PATHS, index: number, disabled: boolean) => (
    <Button
      aria-label={messages.replay[shape]}
      title={messages.replay[shape]}
      disabled={disabled}
      onClick={() => to(index)}
    >
      <PlaybackIcon of={shape} />
    </Button>
  );
  const toggle = playback.playing ? "pause" : "play";
  return (
    <div className="playback-controls">
      <input
        type="range"
        min={0}
        max={Math.max(0, stops.length - 1)}
        value={Math.max(0, index)}
        aria-label={messages.replay.slider}
        aria-valuetext={messages.replay.position({
          move: index,
          count: stops.length - 1,
          turn: turnNumber,
        })}
        onChange={(event) => to(Number(event.target.value))}
      />
      <div className="controls">
        <div className="buttons">
          {step("first", 0, index <= 0)}
          {step("previous", index - 1, index <= 0)}
          <Button
            kind="primary"
            aria-label={messages.replay[toggle]}
            title={messages.replay[toggle]}
            disabled={index >= stops.length - 1}
            onClick={() => playback.setPlaying(!playback.playing)}
          >
            <PlaybackIcon of={toggle} />
          </Button>
          {step("next", index + 1, index >= stops.length - 1)}
          {step("last", stops.length - 1, index >= stops.length - 1)}
        </div>
        <RadioBar
          label={messages.replay.speed}
          value={playback.speed}
          options={SPEEDS.map((value) => ({ value, label: messages.terms.speeds[value] }))}
          onChange={playback.setSpeed}
        />
      </div>
    </div>
  );
}

function PlaybackIcon({ of }: { of: keyof typeof ICON_PATHS }) {
  return (
    <svg viewBox="0 0 16 16" width="18" height="18" aria-hidden="true">
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
