// The buttons and the slider under a replayed board.

import { Button } from "../components/Button";
import { RadioBar } from "../components/fields";
import { messages } from "../messages";
import { choicePoints, currentView, type History } from "../play/history";
import type { Pace, Playback } from "./usePlayback";

interface PlaybackControlsProps {
  history: History;
  playback: Playback;
  onJump(at: number): void;
}

const PACES: Pace[] = ["slow", "normal", "fast"];

const SHAPES = {
  first: "M3 3v10M13 3 6 8l7 5z",
  previous: "M12 3 4 8l8 5z",
  next: "M4 3l8 5-8 5z",
  last: "M13 3v10M3 3l7 5-7 5z",
  play: "M4 2l10 6-10 6z",
  pause: "M5 3v10M11 3v10",
};

export function PlaybackControls({ history, playback, onJump }: PlaybackControlsProps) {
  const all = choicePoints(history);
  const here = all.findLastIndex((stop) => stop <= history.at);
  const to = (index: number) => onJump(all[Math.min(Math.max(index, 0), all.length - 1)] ?? 0);
  const { turnNumber } = currentView(history).state;
  const step = (shape: keyof typeof SHAPES, index: number, disabled: boolean) => (
    <Button
      aria-label={messages.replay[shape]}
      title={messages.replay[shape]}
      disabled={disabled}
      onClick={() => to(index)}
    >
      <Shape of={shape} />
    </Button>
  );
  const toggle = playback.playing ? "pause" : "play";
  return (
    <div className="playback-controls">
      <input
        type="range"
        min={0}
        max={Math.max(0, all.length - 1)}
        value={Math.max(0, here)}
        aria-label={messages.replay.slider}
        aria-valuetext={messages.replay.position({
          move: here,
          count: all.length - 1,
          turn: turnNumber,
        })}
        onChange={(event) => to(Number(event.target.value))}
      />
      <div className="controls">
        <div className="buttons">
          {step("first", 0, here <= 0)}
          {step("previous", here - 1, here <= 0)}
          <Button
            kind="primary"
            aria-label={messages.replay[toggle]}
            title={messages.replay[toggle]}
            disabled={here >= all.length - 1}
            onClick={() => playback.setPlaying(!playback.playing)}
          >
            <Shape of={toggle} />
          </Button>
          {step("next", here + 1, here >= all.length - 1)}
          {step("last", all.length - 1, here >= all.length - 1)}
        </div>
        <RadioBar
          label={messages.replay.speed}
          value={playback.pace}
          options={PACES.map((value) => ({ value, label: messages.terms.speeds[value] }))}
          onChange={playback.setPace}
        />
      </div>
    </div>
  );
}

function Shape({ of }: { of: keyof typeof SHAPES }) {
  return (
    <svg viewBox="0 0 16 16" width="18" height="18" aria-hidden="true">
      <path
        d={SHAPES[of]}
        fill="currentColor"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinejoin="round"
      />
    </svg>
  );
}
