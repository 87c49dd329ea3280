// Sound, the legend of the board's marks and the list of keyboard shortcuts.

import { lazy, Suspense, useEffect, useState } from "react";
import { settings, useSettings } from "../browser/settings";
import { Dialog } from "../components/Dialog";
import { messages } from "../messages";

const BoardHelp = lazy(async () => ({ default: (await import("./BoardHelp")).BoardHelp }));

export function BoardTools() {
  const [open, setOpen] = useState(false);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const [target] = event.composedPath();
      const typing = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
      if (event.key === "?" && !typing) setOpen(true);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);

  return (
    <div className="board-tools">
      <SoundToggle />
      <button
        type="button"
        className="icon-button"
        aria-label={messages.play.help.label}
        title={messages.play.help.label}
        onClick={() => setOpen(true)}
      >
        ?
      </button>
      {open && (
        <Dialog title={messages.play.help.title} onClose={() => setOpen(false)}>
          <Suspense fallback={null}>
            <BoardHelp />
          </Suspense>
        </Dialog>
      )}
    </div>
  );
}

/** The same setting as on the settings page. */
function SoundToggle() {
  const { sound } = useSettings();
  return (
    <button
      type="button"
      className="icon-button sound-toggle"
      aria-pressed={sound}
      aria-label={messages.play.sound}
      title={messages.play.soundState({ on: sound })}
      onClick={() => settings.set({ sound: !sound })}
    >
      <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
        <path d="M3 7.5h3l4-3.5v12l-4-3.5H3z" />
        <path
          className="sound-waves"
          d={sound ? "M13 7q2 3 0 6M15.5 5q3.5 5 0 10" : "M13 7.5l5 5m0-5l-5 5"}
        />
      </svg>
    </button>
  );
}
