// All lessons, each building on the ones before it.

import { capture, chain } from "./captures";
import { game, swap, winning } from "./endOfGame";
import { forced, recovery } from "./forcedAndRecovery";
import { line, region, reward } from "./linesAndRegions";
import { board, landing, markers, moving, placing } from "./placementAndMovement";
import { lastOfThree, leader, leaving, seats, shortLines, thresholds } from "./severalPlayers";

export const lessons = [
  board,
  placing,
  moving,
  markers,
  landing,
  capture,
  chain,
  line,
  reward,
  region,
  forced,
  recovery,
  swap,
  winning,
  seats,
  shortLines,
  thresholds,
  lastOfThree,
  leader,
  leaving,
  game,
] as const;

export type LessonName = (typeof lessons)[number]["name"];
