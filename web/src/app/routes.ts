// Every place and the file that shows it, fetched when somebody goes there.

import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import type { PageName, PageProps } from "../browser/route";

type Load = () => Promise<{ default: ComponentType<PageProps> }>;

const loads: Partial<Record<PageName, Load>> = {
  home: () => import("../pages/home"),
  lobby: () => import("../pages/lobby"),
  game: () => import("../pages/game"),
  join: () => import("../pages/join"),
  sandbox: () => import("../pages/sandbox"),
  replay: () => import("../pages/replay"),
  replayGame: () => import("../pages/replay"),
  study: () => import("../pages/study"),
  learn: () => import("../pages/learn"),
  lesson: () => import("../pages/learn"),
  rulebook: () => import("../pages/rulebook"),
  profile: () => import("../pages/profile"),
  leaders: () => import("../pages/leaderboard"),
  settings: () => import("../pages/settings"),
  account: () => import("../pages/account"),
};

const shown = new Map<PageName, LazyExoticComponent<ComponentType<PageProps>>>();

export function pageComponent(name: PageName): ComponentType<PageProps> | null {
  const load = loads[name];
  if (!load) return null;
  const known = shown.get(name) ?? lazy(load);
  shown.set(name, known);
  return known;
}

/** Fetches a place before it is asked for, when the pointer is already on its way. */
export function preloadPage(name: PageName): void {
  loads[name]?.().catch(() => undefined);
}
