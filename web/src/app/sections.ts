// The sections of the site: which entry of the menu a page belongs to.

import type { PageName } from "../browser/route";

export type Section =
  | "home"
  | "play"
  | "watch"
  | "puzzles"
  | "learn"
  | "analyse"
  | "leaders"
  | "you";

const SECTIONS: Record<PageName, Section> = {
  home: "home",
  lobby: "play",
  game: "play",
  join: "play",
  watch: "watch",
  embedGame: "watch",
  embedPosition: "analyse",
  people: "leaders",
  conversation: "leaders",
  clubs: "leaders",
  club: "leaders",
  correspondence: "play",
  tournaments: "play",
  tournament: "play",
  puzzles: "puzzles",
  puzzle: "puzzles",
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
  sharedStudy: "analyse",
  studies: "analyse",
  openings: "analyse",
  searchGames: "analyse",
  leaders: "leaders",
  profile: "leaders",
  settings: "you",
  apiDocs: "you",
  account: "you",
  recover: "you",
  resetPassword: "you",
  verifyEmail: "you",
  administration: "you",
};

export const sectionOf = (page: PageName | null): Section | null => page && SECTIONS[page];
