// Lessons on reading the board, placement, movement and markers.

import {
  allOf,
  chosenMoves,
  controlsStack,
  eliminatedRings,
  hasMarker,
  hasTerritory,
  moveDistance,
  not,
  placedRings,
} from "../goals";
import type { Lesson } from "../task";

const MIXED_POSITION =
  "square8 standard 8/6(a)1/2a2b2/3(abb)4/8/1(bb)3(baa)2/6AA/7A 1 movement 41 h 14,13 0,0 -,- -,- -/-/p/- off *";

export const board: Lesson<"board"> = {
  name: "board",
  rule: "R022",
  tasks: [
    {
      kind: "point",
      start: MIXED_POSITION,
      isRight: (cell, state) => state.board.stacks[cell]?.controllingPlayer === 1,
      solution: "d4",
    },
    {
      kind: "point",
      start: MIXED_POSITION,
      isRight: (cell, state) =>
        state.board.stacks[cell]?.controllingPlayer === 2 &&
        state.board.stacks[cell]?.rings.includes(1) === true,
      solution: "f6",
    },
    {
      kind: "point",
      start: MIXED_POSITION,
      isRight: (cell, state) => state.board.stacks[cell]?.capHeight === 2,
      solution: "b6",
    },
    {
      kind: "point",
      start: MIXED_POSITION,
      isRight: (cell, state) => state.board.markers[cell]?.player === 2,
      solution: "f3",
    },
    {
      kind: "point",
      start: MIXED_POSITION,
      isRight: (cell, state) => state.board.collapsedSpaces[cell] !== undefined,
      solution: "h7",
    },
  ],
};

export const placing: Lesson<"placing"> = {
  name: "placing",
  rule: "R080",
  tasks: [
    {
      kind: "play",
      start:
        "square8 standard 8/8/8/8/8/8/8/8 1 ring_placement 1 h 18,18 0,0 -,- -,- -/-/-/- off *",
      seat: 1,
      goal: placedRings(2),
      solution: ["@d4x2"],
    },
    {
      kind: "play",
      start:
        "square8 standard 8/1(a)6/8/8/4(bb)3/8/8/8 1 ring_placement 41 h 17,16 0,0 -,- -,- -/-/p/- off *",
      seat: 1,
      goal: controlsStack(1, "e5"),
      solution: ["@e5"],
    },
  ],
};

export const moving: Lesson<"moving"> = {
  name: "moving",
  rule: "R091",
  tasks: [
    {
      kind: "play",
      start:
        "square8 standard 8/7(b)/8/3(aaa)4/8/8/8/8 1 movement 41 h 15,17 0,0 -,- -,- -/-/p/- off *",
      seat: 1,
      goal: (attempt) =>
        chosenMoves(attempt).some((move) => moveDistance(attempt.view.state, move) === 3),
      solution: ["d4-d7"],
    },
    {
      kind: "play",
      start:
        "square8 standard 8/8/8/8/8/1(b)6/8/8 1 ring_placement 41 h 18,17 0,0 -,- -,- -/-/p/- off *",
      seat: 1,
      goal: allOf(placedRings(2), ({ view: { state } }) =>
        Object.values(state.board.stacks).some(
          ({ position, controllingPlayer }) => position.y === 7 && controllingPlayer === 1,
        ),
      ),
      solution: ["@d4x2", "d4-d8"],
      mistakes: [{ name: "count", when: not(placedRings(2)), example: ["@d4", "d4-d8"] }],
    },
    {
      kind: "play",
      start:
        "hex8 standard 5/6/7/8/4(aa)4/8/7/6/1(b)3 1 movement 41 h 16,17 0,0 -,- -,- -/-/p/- off *",
      seat: 1,
      goal: (attempt) =>
        chosenMoves(attempt).some((move) => moveDistance(attempt.view.state, move) === 4),
      solution: ["e5-i5"],
    },
  ],
};

export const markers: Lesson<"markers"> = {
  name: "markers",
  rule: "R092",
  tasks: [
    {
      kind: "play",
      start:
        "square8 standard 8/8/8/1(aa)1b4/8/8/8/6(b)1 1 movement 41 h 16,17 0,0 -,- -,- -/-/p/- off *",
      seat: 1,
      goal: hasMarker(1, "d4"),
      solution: ["b4-e4"],
      mistakes: [{ name: "landed", when: eliminatedRings(1, 1), example: ["b4-d4"] }],
    },
    {
      kind: "play",
      start:
        "square8 standard 8/8/8/1(aa)1a4/8/8/8/6(b)1 1 movement 41 h 16,17 0,0 -,- -,- -/-/p/- off *",
      seat: 1,
      goal: hasTerritory(1, "d4"),
      solution: ["b4-f4"],
      mistakes: [{ name: "landed", when: eliminatedRings(1, 1), example: ["b4-d4"] }],
    },
  ],
};

export const landing: Lesson<"landing"> = {
  name: "landing",
  rule: "R092",
  tasks: [
    {
      kind: "play",
      start:
        "square8 standard 8/8/8/(aaa)3b3/8/8/8/6(b)1 1 movement 41 h 15,17 0,0 -,- -,- -/-/p/- off *",
      seat: 1,
      goal: eliminatedRings(1, 1),
      solution: ["a4-e4"],
      mistakes: [{ name: "passed", when: hasMarker(1, "e4"), example: ["a4-g4"] }],
    },
    {
      kind: "play",
      start:
        "square8 standard 3(aa)4/8/8/(ab)2b4/8/8/8/8 1 movement 41 h 15,17 0,0 -,- -,- -/-/p/- off *",
      seat: 1,
      goal: allOf(eliminatedRings(1, 1), controlsStack(1, "d4")),
      solution: ["d1-d4"],
      mistakes: [{ name: "handed", when: controlsStack(2, "d4"), example: ["a4-d4"] }],
    },
  ],
};
