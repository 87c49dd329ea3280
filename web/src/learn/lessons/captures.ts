// Lessons on captures and capture chains.

import { capturedTimes } from "../goals";
import type { Lesson } from "../task";

export const capture: Lesson<"capture"> = {
  name: "capture",
  rule: "R101",
  tasks: [
    {
      kind: "play",
      start:
        "square8 standard 7(b)/1(aa)6/8/8/1(b)6/8/8/8 1 movement 41 h 16,16 0,0 -,- -,- -/-/p/- off *",
      seat: 1,
      goal: capturedTimes(1),
      solution: ["b2xb5-b7"],
      maxMoves: 2,
    },
    {
      kind: "play",
      start:
        "square8 standard 8/8/8/3(ab)1(baaa)2/8/3(bb)4/8/8 1 movement 41 h 14,14 0,0 -,- -,- -/-/p/- off *",
      seat: 1,
      goal: capturedTimes(1),
      solution: ["d4xf4-g4"],
      maxMoves: 2,
    },
  ],
};

export const chain: Lesson<"chain"> = {
  name: "chain",
  rule: "R103",
  tasks: [
    {
      kind: "play",
      start:
        "square8 standard 8/1(aa)6/8/8/1(b)6/8/4(b)3/8 1 movement 41 h 16,16 0,0 -,- -,- -/-/p/- off *",
      seat: 1,
      goal: capturedTimes(2),
      solution: ["b2xb5-b7", ">b7xe7-g7"],
      maxMoves: 3,
      mistakes: [{ name: "one", when: capturedTimes(1), example: ["b2xb5-b6"] }],
    },
    {
      kind: "play",
      start:
        "square8 standard 8/1(a)6/1(b)6/8/3(b)1(b)2/8/8/8 1 movement 41 h 17,15 0,0 -,- -,- -/-/p/- off *",
      seat: 1,
      goal: capturedTimes(3),
      solution: ["b2xb3-b5", ">b5xd5-e5", ">e5xf5-h5"],
      maxMoves: 4,
      mistakes: [{ name: "one", when: capturedTimes(1), example: ["b2xb3-b4"] }],
    },
  ],
};
