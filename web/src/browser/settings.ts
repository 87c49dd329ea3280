// What a person has chosen for this browser: kept here, shown as attributes of <html>, told to whoever listens.

import languages from "messages:languages";
import { useSyncExternalStore } from "react";

export interface Settings {
  theme: "auto" | "light" | "dark";
  /** "clear" keeps the seats apart by lightness too. */
  colours: "usual" | "clear";
  /** "strong" writes the seat's pattern on rings and markers too. */
  patterns: "plain" | "strong";
  motion: "auto" | "on" | "off";
  sound: boolean;
  coordinates: boolean;
  language: string;
}

const KEY = "ringrift.settings";

const usual: Settings = {
  theme: "auto",
  colours: "usual",
  patterns: "plain",
  motion: "auto",
  sound: true,
  coordinates: true,
  language: "en",
};

const choices: { [Name in keyof Settings]: readonly Settings[Name][] } = {
  theme: ["auto", "light", "dark"],
  colours: ["usual", "clear"],
  patterns: ["plain", "strong"],
  motion: ["auto", "on", "off"],
  sound: [true, false],
  coordinates: [true, false],
  language: languages,
};

let chosen = read();
const listeners = new Set<() => void>();

function read(): Settings {
  try {
    return fitting(JSON.parse(window.localStorage.getItem(KEY) ?? "{}"));
  } catch {
    return usual;
  }
}

function fitting(kept: Record<string, unknown>): Settings {
  const fits = Object.entries(choices).filter(([name, allowed]) =>
    (allowed as readonly unknown[]).includes(kept[name]),
  );
  return { ...usual, ...Object.fromEntries(fits.map(([name]) => [name, kept[name]])) };
}

function show(): void {
  const root = document.documentElement;
  root.dataset.theme = chosen.theme;
  root.dataset.colours = chosen.colours;
  root.dataset.motion = chosen.motion;
  root.dataset.patterns = chosen.patterns;
  root.lang = chosen.language;
}

function changed(next: Settings): void {
  chosen = next;
  show();
  for (const listener of listeners) listener();
}

export const settings = {
  get: (): Settings => chosen,
  set(change: Partial<Settings>): void {
    changed({ ...chosen, ...change });
    try {
      window.localStorage.setItem(KEY, JSON.stringify(chosen));
    } catch {
      // Without storage a choice lasts as long as the page.
    }
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

show();
window.addEventListener("storage", (event) => {
  if (event.key === KEY) changed(read());
});

export function useSettings(): Settings {
  return useSyncExternalStore(settings.subscribe, settings.get);
}

/** Whether things may move: the setting, else what the system asks for. */
export function motionAllowed(motion: Settings["motion"] = chosen.motion): boolean {
  if (motion !== "auto") return motion === "on";
  return !window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}
