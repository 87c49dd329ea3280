// The component of each page, loaded when the page is opened.

import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import type { PageName, PageProps } from "../browser/route";
import { messagesReady } from "../messages/language";

type Load = () => Promise<{ default: ComponentType<PageProps> }>;

const loaders: Record<PageName, Load> = {
  home: () => import("../pages/home"),
  lobby: () => import("../pages/lobby"),
  game: () => import("../pages/game"),
  join: () => import("../pages/join"),
  watch: () => import("../pages/watch"),
  people: () => import("../pages/people"),
  conversation: () => import("../pages/conversation"),
  clubs: () => import("../pages/clubs"),
  club: () => import("../pages/club"),
  correspondence: () => import("../pages/correspondence"),
  tournaments: () => import("../pages/tournaments"),
  tournament: () => import("../pages/tournament"),
  sandbox: () => import("../pages/sandbox"),
  replay: () => import("../pages/replay"),
  replayGame: () => import("../pages/replay"),
  study: () => import("../pages/study"),
  sharedStudy: () => import("../pages/study"),
  studies: () => import("../pages/studies"),
  openings: () => import("../pages/openings"),
  searchGames: () => import("../pages/searchGames"),
  analyse: () => import("../pages/analyse"),
  puzzles: () => import("../pages/puzzles"),
  puzzle: () => import("../pages/puzzles"),
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
  recover: () => import("../pages/recover"),
  embedGame: () => import("../pages/embed"),
  embedPosition: () => import("../pages/embed"),
  resetPassword: () => import("../pages/resetPassword"),
  apiDocs: () => import("../pages/apiDocs"),
  verifyEmail: () => import("../pages/verifyEmail"),
  administration: () => import("../pages/administration"),
};

const components = new Map<PageName, LazyExoticComponent<ComponentType<PageProps>>>();

export function pageComponent(name: PageName): ComponentType<PageProps> {
  const component = components.get(name) ?? lazy(() => loadPage(name));
  components.set(name, component);
  return component;
}

/** Loads a page with its messages in the language of the page. */
async function loadPage(name: PageName): ReturnType<Load> {
  const page = await loaders[name]();
  await messagesReady();
  return page;
}

/** Loads a page before it is opened, when the pointer is over its link. */
export function preloadPage(name: PageName): void {
  loadPage(name).catch(() => undefined);
}
