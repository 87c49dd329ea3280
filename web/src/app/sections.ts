// The sections of the site: which entry of the menu a page belongs to.

import type { PageName } from "../browser/route";

export type Section = "home" | "play" | "watch" | "learn" | "analyse" | "leaders" | "you";

const SECTIONS: Record<PageName, Section> = {
  home: "home",
  lobby: "play",
  game: "play",
  join: "play",
  watch: "watch",
  learn: "learn",
  start: "learn",
  lesson: "learn",
  rulebook: "learn",
  exactRules: "learn",
  faq: "learn",
  strategy: "learn",
  fairPlay: "learn",
  analyse: "analyse",
  sandbox: "analyse",
  replay: "analyse",
  replayGame: "analyse",
  study: "analyse",
  leaders: "leaders",
  profile: "leaders",
  settings: "you",
  account: "you",
};

export const sectionOf = (page: PageName | null): Section | null => page && SECTIONS[page];
