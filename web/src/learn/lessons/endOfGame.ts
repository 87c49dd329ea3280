// Lessons on the swap and on winning, and a short game.

import { controlsStack, madeMove, wonBy } from "../goals";
import type { Lesson } from "../task";

export const swap: Lesson<"swap"> = {
  name: "swap",
  rule: "R180",
  tasks: [
    {
      kind: "play",
      start:
        "square8 standard 8/8/8/3a4/8/8/3(aaa)4/8 2 ring_placement 2 h 15,18 0,0 1,- -,- 1/1/-/- on *",
      seat: 2,
      goal: madeMove("swap_sides"),
      solution: ["swap"],
    },
  ],
};

export const winning: Lesson<"winning"> = {
  name: "winning",
  rule: "R170",
  tasks: [
    {
      kind: "play",
      start:
        "square8 standard 8/8/1(b)3(bb)2/8/3(a)2b1/8/5(b)2/8 1 movement 41 h 0,12 17,2 -,- -,- -/-/p/- off *",
      seat: 1,
      goal: wonBy(1, "ring_elimination"),
      solution: ["d5-g5"],
    },
    {
      kind: "play",
      start:
        "square8 standard 3(aa)1(b)BB/2aaa(a)1B/2(b)1b2B/8/3AAAAA/AAAAAAAA/AAAAAAAA/AAAAAAAA 1 movement 41 h 6,6 10,9 -,- -,- -/-/p/- off *",
      seat: 1,
      goal: wonBy(1, "territory_control"),
      solution: ["f2-f4", "=c2..f2", "^d1"],
      maxMoves: 4,
    },
    {
      kind: "play",
      start:
        "square8 standard 6AA/2(aa)4A/8/5(abb)2/8/8/BB3a2/BB6 1 ring_placement 41 h 0,0 15,16 -,- -,- -/-/-/1x1 off *",
      seat: 1,
      goal: wonBy(1, "last_player_standing"),
      solution: ["c2-c5"],
      maxMoves: 3,
      mistakes: [{ name: "freed", when: controlsStack(2, "f7"), example: ["f4-f7"] }],
    },
  ],
};

export const game: Lesson<"game"> = {
  name: "game",
  rule: "R061",
  tasks: [
    {
      kind: "game",
      start:
        "square8 standard 8/8/8/8/8/8/8/8 1 ring_placement 41 h 6,6 12,12 -,- -,- -/-/p/- off *",
      seat: 1,
      level: 1,
    },
  ],
};
