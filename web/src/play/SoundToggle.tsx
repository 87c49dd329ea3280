// Sound on or off, at the table; the same choice as in the settings.

import { settings, useSettings } from "../browser/settings";
import { words } from "../strings";

export function SoundToggle() {
  const { sound } = useSettings();
  return (
    <button
      type="button"
      className="mute"
      aria-pressed={sound}
      aria-label={words.play.sound}
      title={words.play.soundIs(sound)}
      onClick={() => settings.set({ sound: !sound })}
    >
      <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
        <path d="M3 7.5h3l4-3.5v12l-4-3.5H3z" />
        <path
          className="mute-line"
          d={sound ? "M13 7q2 3 0 6M15.5 5q3.5 5 0 10" : "M13 7.5l5 5m0-5l-5 5"}
        />
      </svg>
    </button>
  );
}
