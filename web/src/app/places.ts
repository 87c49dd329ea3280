// Every place and the file that shows it, fetched when somebody goes there.

import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import type { PlaceName, PlaceProps } from "./route";

type Load = () => Promise<{ default: ComponentType<PlaceProps> }>;

const loads: Partial<Record<PlaceName, Load>> = {
  home: () => import("../places/home"),
  lobby: () => import("../places/lobby"),
  game: () => import("../places/game"),
  join: () => import("../places/join"),
  sandbox: () => import("../places/sandbox"),
  replay: () => import("../places/replay"),
  replayGame: () => import("../places/replay"),
  study: () => import("../places/study"),
  learn: () => import("../places/learn"),
  lesson: () => import("../places/learn"),
  rulebook: () => import("../places/rulebook"),
  profile: () => import("../places/profile"),
  leaders: () => import("../places/leaders"),
  settings: () => import("../places/settings"),
  account: () => import("../places/account"),
};

const shown = new Map<PlaceName, LazyExoticComponent<ComponentType<PlaceProps>>>();

export function placeOf(name: PlaceName): ComponentType<PlaceProps> | null {
  const load = loads[name];
  if (!load) return null;
  const known = shown.get(name) ?? lazy(load);
  shown.set(name, known);
  return known;
}

/** Fetches a place before it is asked for, when the pointer is already on its way. */
export function fetchAhead(name: PlaceName): void {
  loads[name]?.().catch(() => undefined);
}
