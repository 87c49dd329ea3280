// The settings of this browser: stored locally and reflected as attributes of <html>.

import languages from "messages:languages";
import { useSyncExternalStore } from "react";

export interface Settings {
  theme: "auto" | "light" | "dark";
  /** "clear" also separates the seats by lightness. */
  colours: "usual" | "clear";
  /** "strong" also draws the seats' patterns on rings and markers. */
  patterns: "plain" | "strong";
  motion: "auto" | "on" | "off";
  sound: boolean;
  coordinates: boolean;
  language: string;
}

const KEY = "ringrift.settings";

const defaults: Settings = {
  theme: "auto",
  colours: "usual",
  patterns: "plain",
  motion: "auto",
  sound: true,
  coordinates: true,
  language: "en",
};

const allowedValues: { [Name in keyof Settings]: readonly Settings[Name][] } = {
  theme: ["auto", "light", "dark"],
  colours: ["usual", "clear"],
  patterns: ["plain", "strong"],
  motion: ["auto", "on", "off"],
  sound: [true, false],
  coordinates: [true, false],
  language: languages,
};

let current = read();
const listeners = new Set<() => void>();

function read(): Settings {
  try {
    return sanitize(JSON.parse(window.localStorage.getItem(KEY) ?? "{}"));
  } catch {
    return defaults;
  }
}

function sanitize(stored: Record<string, unknown>): Settings {
  const valid = Object.entries(allowedValues).filter(([name, allowed]) =>
    (allowed as readonly unknown[]).includes(stored[name]),
  );
  return { ...defaults, ...Object.fromEntries(valid.map(([name]) => [name, stored[name]])) };
}

function applyToDocument(): void {
  const root = document.documentElement;
  root.dataset.theme = current.theme;
  root.dataset.colours = current.colours;
  root.dataset.motion = current.motion;
  root.dataset.patterns = current.patterns;
  root.lang = current.language;
}

function update(next: Settings): void {
  current = next;
  applyToDocument();
  for (const listener of listeners) listener();
}

export const settings = {
  get: (): Settings => current,
  set(change: Partial<Settings>): void {
    update({ ...current, ...change });
    try {
      window.localStorage.setItem(KEY, JSON.stringify(current));
    } catch {
      // Without storage the settings last until the page is closed.
    }
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

applyToDocument();
window.addEventListener("storage", (event) => {
  if (event.key === KEY) update(read());
});

export function useSettings(): Settings {
  return useSyncExternalStore(settings.subscribe, settings.get);
}

/** Whether animation is allowed, by the setting or the system. */
export function motionAllowed(motion: Settings["motion"] = current.motion): boolean {
  if (motion !== "auto") return motion === "on";
  return !window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

const systemDarkMode = window.matchMedia("(prefers-color-scheme: dark)");

/** Whether the page is dark, by the setting or the system. */
export function useDarkMode(): boolean {
  const { theme } = useSettings();
  const systemDark = useSyncExternalStore(
    (listener) => {
      systemDarkMode.addEventListener("change", listener);
      return () => systemDarkMode.removeEventListener("change", listener);
    },
    () => systemDarkMode.matches,
  );
  return theme === "auto" ? systemDark : theme === "dark";
}
