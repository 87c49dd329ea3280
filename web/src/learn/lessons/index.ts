// Every lesson, in the order in which the rules build on one another.

import { capture, chain } from "./captures";
import { game, swap, winning } from "./ends";
import { line, region, reward } from "./ground";
import { forced, recovery } from "./need";
import { board, landing, markers, moving, placing } from "./stacks";

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
  game,
] as const;

export type LessonName = (typeof lessons)[number]["name"];
