// Lessons on forced elimination and recovery.

import { chosenMoves, controlsStack, eliminatedRings, gainedTerritory, madeMove } from "../goals";
import type { Lesson } from "../task";

export const forced: Lesson<"forced"> = {
  name: "forced",
  rule: "R100",
  tasks: [
    {
      kind: "play",
      start:
        "square8 standard 8/8/2b5/4(aaaaa)3/3(aabbba)4/8/6(bb)1/8 1 ring_placement 41 - 0,6 8,9 -,- -,- -/-/p/- off *",
      seat: 1,
      goal: eliminatedRings(1, 5),
      solution: ["^^e4"],
      mistakes: [{ name: "freed", when: controlsStack(2, "d5"), example: ["^^d5"] }],
    },
  ],
};

export const recovery: Lesson<"recovery"> = {
  name: "recovery",
  rule: "R110",
  tasks: [
    {
      kind: "play",
      start:
        "square8 standard 8/2(b)5/8/1aaa4/4a3/8/6(ba)1/8 1 movement 41 - 0,10 12,11 -,- -,- -/-/p/- off *",
      seat: 1,
      goal: gainedTerritory(1, 4),
      solution: ["~e5-e4=b4..e4!all^g7"],
      mistakes: [{ name: "declined", when: madeMove("skip_recovery"), example: ["skip"] }],
    },
    {
      kind: "play",
      start:
        "square8 standard 8/4B3/3a4/2b(bb)4/8/8/6(ba)1/8 1 movement 41 - 0,10 11,11 -,- -,- -/-/p/- off *",
      seat: 1,
      goal: (attempt) =>
        chosenMoves(attempt).some(
          (move) => move.type === "recovery_slide" && move.recoveryMode === "stack_strike",
        ),
      solution: ["~d3-d4^g7"],
      mistakes: [
        { name: "declined", when: madeMove("skip_recovery"), example: ["skip"] },
        { name: "stepped", when: madeMove("recovery_slide"), example: ["~d3-d2^g7"] },
      ],
    },
  ],
};
