// Lessons for three and four players.

import {
  allOf,
  capturedTimes,
  controlsNoStack,
  controlsStack,
  gainedTerritory,
  hasMarker,
  not,
  nothingToPay,
  wonBy,
} from "../goals";
import type { Lesson } from "../task";

export const seats: Lesson<"seats"> = {
  name: "seats",
  rule: "R010",
  tasks: [
    {
      kind: "point",
      start:
        "square8 standard 8/1(a)6/2b3(c)1/3(ac)4/4c3/2(bb)5/5(cb)2/8 1 movement 61 h 16,15,15 0,0,0 -,-,- -,-,- -/-/p/- off *",
      isRight: (cell, state) => state.board.stacks[cell]?.controllingPlayer === 2,
      solution: "c6",
    },
    {
      kind: "point",
      start:
        "square8 standard 8/2(dd)2(c)2/8/3(aa)2b1/8/4b3/1(d)3(cc)2/8 1 movement 81 h 6,0,8,8 10,18,7,7 -,-,-,- -,70,-,- -/-/p/- off *",
      isRight: (cell, state) => state.board.stacks[cell]?.controllingPlayer === 3,
      solution: "f7",
    },
  ],
};

export const shortLines: Lesson<"shortLines"> = {
  name: "shortLines",
  rule: "R120",
  tasks: [
    {
      kind: "play",
      start:
        "square8 standard 8/7(b)/8/2aa(aa)3/8/8/6(c)1/7(a) 1 movement 61 h 15,17,17 0,0,0 -,-,- -,-,- -/-/p/- off *",
      seat: 1,
      goal: allOf(gainedTerritory(1, 3), nothingToPay),
      solution: ["e4-e6", "=c4..e4", "^h8"],
      mistakes: [{ name: "crossed", when: gainedTerritory(1, 2), example: ["e4-b4"] }],
    },
    {
      kind: "play",
      start:
        "hex8 standard (aa)4/6/4(c)2/8/1aaaa4/8/1(b)5/6/4(d) 1 line_processing 81 aht 16,17,17,17 0,0,0,0 -,-,-,- -,-,-,- -/-/p/- off *",
      seat: 1,
      goal: allOf(gainedTerritory(1, 4), nothingToPay),
      solution: ["=b5..e5!all", "^e1"],
      mistakes: [{ name: "three", when: gainedTerritory(1, 3), example: ["=b5..e5!b5..d5"] }],
    },
  ],
};

export const thresholds: Lesson<"thresholds"> = {
  name: "thresholds",
  rule: "R062",
  tasks: [
    {
      kind: "play",
      start:
        "square8 standard AAAAAAAA/AAAAAAAA/AAABBBBB/BBBBBBCC/CCCCCCCC/C7/8/aaaa1(c)(b)(aab) 1 line_processing 61 aht 4,4,4 12,12,13 -,-,- -,-,- -/-/p/- off *",
      seat: 1,
      goal: wonBy(1, "territory_control"),
      solution: ["=a8..d8!all", "^h8"],
      mistakes: [{ name: "three", when: gainedTerritory(1, 3), example: ["=a8..d8!a8..c8"] }],
    },
    {
      kind: "play",
      start:
        "square8 standard 8/6(cc)1/2(bb)5/8/3(a)2c1/1(c)6/5(b)2/8 1 movement 61 h 0,7,6 23,5,6 -,-,- -,-,- -/-/p/- off *",
      seat: 1,
      goal: wonBy(1, "ring_elimination"),
      solution: ["d5-g5"],
    },
  ],
};

export const lastOfThree: Lesson<"lastOfThree"> = {
  name: "lastOfThree",
  rule: "R172",
  tasks: [
    {
      kind: "play",
      start:
        "square8 standard 6CC/2(aa)4C/8/5(abb)2/2(c)5/8/B4a2/BB6 1 movement 61 h 0,0,0 15,16,17 -,-,- -,-,- -/-/p/- off *",
      seat: 1,
      goal: allOf(controlsNoStack(2), controlsNoStack(3)),
      solution: ["c2xc5-c6"],
    },
    {
      kind: "play",
      start:
        "square8 standard 6CC/2a4C/8/5(abb)2/8/2(aac)5/B4a2/BB6 1 ring_placement 64 h 0,0,0 15,16,17 -,-,- -,-,- -/-/-/1x1 off *",
      seat: 1,
      goal: wonBy(1, "last_player_standing"),
      solution: ["c6-c3"],
      mistakes: [{ name: "freed", when: controlsStack(2, "f7"), example: ["f4-f7"] }],
    },
  ],
};

export const leader: Lesson<"leader"> = {
  name: "leader",
  rule: "R061",
  tasks: [
    {
      kind: "play",
      start:
        "square8 standard 8/4(c)3/3(aa)4/8/8/3(b)2c1/8/7(cc) 1 movement 61 h 4,0,3 10,23,8 -,-,- -,-,- -/-/p/- off *",
      seat: 1,
      goal: controlsNoStack(2),
      solution: ["d3xd6-d7"],
      mistakes: [{ name: "green", when: capturedTimes(1), example: ["d3xe2-f1"] }],
    },
    {
      kind: "play",
      start:
        "square8 standard BBBBBBBB/BBBBBBBB/CCCCCBBB/AAAAAAAC/7(cc)/2bb(bb)3/6(c)1/3(aa)4 1 movement 61 h 3,0,3 12,16,13 -,-,- -,-,- -/-/p/- off *",
      seat: 1,
      goal: not(allOf(hasMarker(2, "c6"), hasMarker(2, "d6"))),
      solution: ["d8-d5"],
    },
  ],
};

export const leaving: Lesson<"leaving"> = {
  name: "leaving",
  rule: "R061",
  tasks: [
    {
      kind: "point",
      start:
        "square8 standard 8/1(a)6/2b3(c)1/3(ac)4/4c3/2(bb)5/5(cb)2/8 1 movement 61 h 16,15,15 0,0,0 -,-,- -,-,- -/-/p/- off *",
      isRight: (cell, state) => state.board.stacks[cell]?.controllingPlayer === 2,
      solution: "c6",
    },
    {
      kind: "play",
      start:
        "square8 standard 8/6(aa)1/2(cc)5/8/3(b)2a1/1(a)6/5(c)2/8 1 movement 61 h 6,0,7 6,23,5 -,-,- -,-,- -/-/p/- off *",
      seat: 1,
      goal: controlsNoStack(2),
      solution: ["g2xd5-b7"],
    },
  ],
};
