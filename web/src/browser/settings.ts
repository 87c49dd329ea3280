// The settings of this browser: stored locally and reflected as attributes of <html>.

import { useSyncExternalStore } from "react";
import { detectLanguage, offeredLanguages } from "../messages/offeredLanguages";

export type Theme = "slate" | "walnut" | "paper" | "contrast";

export interface Settings {
  theme: "auto" | Theme;
  /** "clear" also separates the seats by lightness. */
  colours: "usual" | "clear";
  motion: "auto" | "on" | "fast" | "off";
  sound: boolean;
  coordinates: boolean;
  /** "auto": the first of the browser's languages that is offered. */
  language: string;
  /** How the page tells the turns. */
  story: "words" | "notation";
  /** Every move asks for a second tap, not only the costly ones on a touch screen. */
  confirmMoves: boolean;
}

const KEY = "ringrift.settings";

const defaults: Settings = {
  theme: "auto",
  colours: "usual",
  motion: "auto",
  sound: true,
  coordinates: true,
  language: "auto",
  story: "words",
  confirmMoves: false,
};

const allowedValues: { [Name in keyof Settings]: readonly Settings[Name][] } = {
  theme: ["auto", "slate", "walnut", "paper", "contrast"],
  colours: ["usual", "clear"],
  motion: ["auto", "on", "fast", "off"],
  sound: [true, false],
  coordinates: [true, false],
  language: ["auto", ...offeredLanguages],
  story: ["words", "notation"],
  confirmMoves: [true, false],
};

/** What the values of earlier versions are called now. */
const renamedThemes: Record<string, Theme> = { light: "paper", dark: "slate" };

const systemDarkMode = window.matchMedia("(prefers-color-scheme: dark)");
const systemContrast = window.matchMedia("(prefers-contrast: more)");

let current = read();
const listeners = new Set<() => void>();

function shownTheme(theme: Settings["theme"]): Theme {
  if (theme !== "auto") return theme;
  if (systemContrast.matches) return "contrast";
  return systemDarkMode.matches ? "slate" : "paper";
}

const isDark = (theme: Theme): boolean => theme === "slate" || theme === "contrast";

function read(): Settings {
  try {
    return sanitize(JSON.parse(window.localStorage.getItem(KEY) ?? "{}"));
  } catch {
    return defaults;
  }
}

function sanitize({ ...stored }: Record<string, unknown>): Settings {
  stored.theme = renamedThemes[String(stored.theme)] ?? stored.theme;
  const valid = Object.entries(allowedValues).filter(([name, allowed]) =>
    (allowed as readonly unknown[]).includes(stored[name]),
  );
  return { ...defaults, ...Object.fromEntries(valid.map(([name]) => [name, stored[name]])) };
}

function applyToDocument(): void {
  const root = document.documentElement;
  const theme = shownTheme(current.theme);
  root.dataset.theme = theme;
  root.dataset.mode = isDark(theme) ? "dark" : "light";
  root.dataset.colours = current.colours;
  root.dataset.motion = current.motion === "fast" ? "on" : current.motion;
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
  /** Changes the settings of this page without storing them. */
  override(change: Partial<Settings>): void {
    update({ ...current, ...change });
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

applyToDocument();
for (const query of [systemDarkMode, systemContrast])
  query.addEventListener("change", () => update(current));
window.addEventListener("storage", (event) => {
  if (event.key === KEY) update(read());
});

export function useSettings(): Settings {
  return useSyncExternalStore(settings.subscribe, settings.get);
}

/** The language of the page, by the setting or the browser. */
export const chosenLanguage = (): string =>
  current.language === "auto" ? detectLanguage() : current.language;

/** Whether animation is allowed, by the setting or the system. */
export function motionAllowed(motion: Settings["motion"] = current.motion): boolean {
  if (motion !== "auto") return motion !== "off";
  return !window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** The theme on the page, by the setting or the system. */
export function useTheme(): Theme {
  return useSyncExternalStore(settings.subscribe, () => shownTheme(current.theme));
}

/** Whether the page is dark, by the setting or the system. */
export function useDarkMode(): boolean {
  return isDark(useTheme());
}
