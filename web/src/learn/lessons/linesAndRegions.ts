// Lessons on lines and regions.

import {
  allOf,
  controlsStack,
  gainedTerritory,
  hasMarker,
  hasTerritory,
  madeMove,
  nothingToPay,
} from "../goals";
import type { Lesson } from "../task";

export const line: Lesson<"line"> = {
  name: "line",
  rule: "R120",
  tasks: [
    {
      kind: "play",
      start:
        "square8 standard 8/8/8/2aaa(aa)2/8/8/8/(b)6(a) 1 movement 41 h 15,17 0,0 -,- -,- -/-/p/- off *",
      seat: 1,
      goal: allOf(gainedTerritory(1, 4), nothingToPay),
      solution: ["f4-f6", "=c4..f4", "^h8"],
      mistakes: [{ name: "crossed", when: gainedTerritory(1, 3), example: ["f4-b4"] }],
    },
    {
      kind: "play",
      start:
        "square8 standard 8/6(aa)1/1aaaa3/8/4(ab)3/8/5(b)2/8 1 line_processing 41 aht 15,16 0,0 -,- -,- -/-/p/- off *",
      seat: 1,
      goal: allOf(gainedTerritory(1, 4), nothingToPay, controlsStack(1, "e5")),
      solution: ["=b3..e3", "^g2"],
      mistakes: [{ name: "freed", when: controlsStack(2, "e5"), example: ["=b3..e3", "^e5"] }],
    },
    {
      kind: "play",
      start:
        "hex8 standard 5/6/7/8/1(aa)aaa4/8/7/6/(b)3(a) 1 movement 41 h 15,17 0,0 -,- -,- -/-/p/- off *",
      seat: 1,
      goal: allOf(gainedTerritory(1, 4), nothingToPay),
      solution: ["b5-b7", "=b5..e5", "^e9"],
    },
  ],
};

export const reward: Lesson<"reward"> = {
  name: "reward",
  rule: "R121",
  tasks: [
    {
      kind: "play",
      start:
        "square8 standard 8/6(aa)1/1aaaaa2/8/4(ab)3/8/5(b)2/8 1 line_processing 41 aht 15,16 0,0 -,- -,- -/-/p/- off *",
      seat: 1,
      goal: allOf(gainedTerritory(1, 5), nothingToPay),
      solution: ["=b3..f3!all", "^g2"],
      mistakes: [{ name: "four", when: gainedTerritory(1, 4), example: ["=b3..f3!b3..e3"] }],
    },
    {
      kind: "play",
      start:
        "square8 standard 8/8/1aaaaa2/8/4(ab)3/8/5(b)2/8 1 line_processing 41 aht 17,16 0,0 -,- -,- -/-/p/- off *",
      seat: 1,
      goal: allOf(gainedTerritory(1, 4), hasMarker(1, "f3")),
      solution: ["=b3..f3!b3..e3"],
      mistakes: [
        { name: "all", when: gainedTerritory(1, 5), example: ["=b3..f3!all"] },
        { name: "otherEnd", when: gainedTerritory(1, 4), example: ["=b3..f3!c3..f3"] },
      ],
    },
  ],
};

export const region: Lesson<"region"> = {
  name: "region",
  rule: "R140",
  tasks: [
    {
      kind: "play",
      start:
        "square8 standard 3a4/1(ba)1a1(aa)2/2ba4/aaaa4/4(b)3/8/6(a)1/8 1 territory_processing 41 aht 14,16 0,0 -,- -,- -/-/p/- off *",
      seat: 1,
      goal: allOf(gainedTerritory(1, 15), nothingToPay),
      solution: ["#a1/1", "^g7"],
      mistakes: [{ name: "left", when: madeMove("skip_territory_processing"), example: ["skip"] }],
    },
    {
      kind: "play",
      start:
        "square8 standard (b)a6/(a)7/8/8/4(aa)3/8/8/7(b) 1 movement 41 h 15,16 0,0 -,- -,- -/-/p/- off *",
      seat: 1,
      goal: allOf(hasTerritory(1, "a1"), nothingToPay),
      solution: ["a2-a6", "#a1/1", "^a6"],
      maxMoves: 4,
      mistakes: [
        { name: "left", when: madeMove("skip_territory_processing"), example: ["a2-a6", "skip"] },
      ],
    },
  ],
};
