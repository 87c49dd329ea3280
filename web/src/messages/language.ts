// The language of the messages. A translation is fetched when its language is chosen: one file per
// area, only for the areas that the page has loaded.

import { catalogues } from "messages:languages";

/** The language that the messages are written in; it is always loaded. */
export const SOURCE_LANGUAGE = "en";
const RIGHT_TO_LEFT = ["ar", "fa", "he", "ur"];

/** Replaces the messages of an area; without a translation it shows the source language. */
type Show = (translated: unknown) => void;

let language = SOURCE_LANGUAGE;
const areas = new Map<string, Show>();
const listeners = new Set<() => void>();
let loading: Promise<unknown> = Promise.resolve();
let switches = 0;

/** Called by the module of each area when it is loaded. */
export function addArea(area: string, show: Show): void {
  areas.set(area, show);
  if (language === SOURCE_LANGUAGE) return;
  const shown = switches;
  const added = loadArea(language, area).then(
    (module) => shown === switches && show(module?.default),
    () => undefined, // the source language remains
  );
  loading = Promise.all([loading, added]);
}

export const currentLanguage = (): string => language;

/** The language for formatting dates, numbers and lists: English as written in this catalogue. */
export const formattingLanguage = (): string => (language === SOURCE_LANGUAGE ? "en-GB" : language);

/**
 * Shows the messages of all loaded areas in another language, all at once. Rejects, and changes
 * nothing, if the translation cannot be fetched.
 */
export function setLanguage(next: string): Promise<void> {
  const own = ++switches;
  const switching = switchTo(next, () => own === switches);
  loading = Promise.all([loading, switching]).catch(() => undefined);
  return switching;
}

/** Resolves when the messages of all loaded modules are there in the chosen language. */
export async function messagesReady(): Promise<void> {
  for (let awaited: unknown; awaited !== loading; ) {
    awaited = loading;
    await loading;
  }
}

export function subscribeToLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function switchTo(next: string, isCurrent: () => boolean): Promise<void> {
  const found = new Map<string, MessageModule | undefined>();
  // Modules that are loaded meanwhile add areas.
  for (let missing = [...areas.keys()]; missing.length > 0; ) {
    const loaded = await Promise.all(missing.map((area) => loadArea(next, area)));
    for (const [i, area] of missing.entries()) found.set(area, loaded[i]);
    missing = [...areas.keys()].filter((area) => !found.has(area));
  }
  if (!isCurrent()) return;
  language = next;
  for (const [area, show] of areas) show(found.get(area)?.default);
  if (typeof document !== "undefined") {
    document.documentElement.lang = next;
    document.documentElement.dir = isRightToLeft(next) ? "rtl" : "ltr";
  }
  for (const listener of listeners) listener();
}

/** As a module: messages that have a key "then" would be taken for a promise. */
async function loadArea(from: string, area: string): Promise<MessageModule | undefined> {
  if (from === SOURCE_LANGUAGE) return undefined;
  return (await loadCatalogue(from))?.[area]?.();
}

type MessageModule = { default: unknown };
type Catalogue = Record<string, () => Promise<MessageModule>>;
let latest: { language: string; catalogue: Promise<Catalogue | undefined> } | null = null;

/** Where the areas of a language are; fetched again only after a failure. */
function loadCatalogue(from: string): Promise<Catalogue | undefined> {
  if (latest?.language !== from) {
    const catalogue = Promise.resolve(catalogues[from]?.()).then((module) => module?.default);
    latest = { language: from, catalogue };
    catalogue.catch(() => {
      latest = null;
    });
  }
  return latest.catalogue;
}

const isRightToLeft = (tag: string): boolean => RIGHT_TO_LEFT.includes(tag.split("-")[0] ?? "");
