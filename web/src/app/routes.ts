// The component of each page, loaded when the page is opened.

import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import type { PageName, PageProps } from "../browser/route";

type Load = () => Promise<{ default: ComponentType<PageProps> }>;

const loaders: Record<PageName, Load> = {
  home: () => import("../pages/home"),
  lobby: () => import("../pages/lobby"),
  game: () => import("../pages/game"),
  join: () => import("../pages/join"),
  watch: () => import("../pages/watch"),
  sandbox: () => import("../pages/sandbox"),
  replay: () => import("../pages/replay"),
  replayGame: () => import("../pages/replay"),
  study: () => import("../pages/study"),
  analyse: () => import("../pages/analyse"),
  learn: () => import("../pages/learn"),
  start: () => import("../pages/learn"),
  lesson: () => import("../pages/learn"),
  rulebook: () => import("../pages/rulebook"),
  exactRules: () => import("../pages/exactRules"),
  faq: () => import("../pages/faq"),
  strategy: () => import("../pages/strategy"),
  fairPlay: () => import("../pages/fairPlay"),
  profile: () => import("../pages/profile"),
  leaders: () => import("../pages/leaderboard"),
  settings: () => import("../pages/settings"),
  account: () => import("../pages/account"),
};

const components = new Map<PageName, LazyExoticComponent<ComponentType<PageProps>>>();

export function pageComponent(name: PageName): ComponentType<PageProps> {
  const component = components.get(name) ?? lazy(loaders[name]);
  components.set(name, component);
  return component;
}

/** Loads a page before it is opened, when the pointer is over its link. */
export function preloadPage(name: PageName): void {
  loaders[name]().catch(() => undefined);
}
