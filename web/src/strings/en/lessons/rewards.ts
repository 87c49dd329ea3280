// Lessons about what rings and markers bring: lines, regions, the hard times, the end.

import type { LessonWords } from "../../lessonWords";

export const line: LessonWords = {
  title: "Lines",
  summary: "Four markers in a row become territory, for a ring",
  tasks: [
    {
      text: [
        "Four of your markers in a row make a line. It collapses into territory, and you pay one ring: the top ring of a stack of yours.",
        "With three or four players on the small boards, three markers are enough.",
      ],
      ask: "Close the line of four, collapse it, and pay.",
      hints: [
        "A stack leaves a marker where it stood.",
        "Move the stack on f4 away, but not along its own row. Then choose the line, then a stack to pay with.",
      ],
      done: "Four cells of territory, and the ring you paid counts as eliminated by you.",
      missed:
        "That is legal, but there is no line of four. The missing marker is under your stack on f4.",
      slips: {
        crossed:
          "That is legal, but you crossed your own markers: three cells collapsed one by one, and the line is gone.",
      },
    },
    {
      text: ["You choose which stack pays. Look at what comes to the top when its top ring goes."],
      ask: "Collapse the line and pay without giving red a stack.",
      hints: ["What lies below the blue ring on e5?", "Pay with the stack on g2."],
      done: "Well paid: e5 is still yours.",
      missed: "That is legal, but it is not what was asked.",
      slips: {
        freed: "That is legal, but below your ring on e5 lay a red one: the stack is red's now.",
      },
    },
    {
      text: [
        "Lines run along every direction in which stacks move. A hexagon has three such axes.",
      ],
      ask: "Close the line, collapse it, and pay.",
      hints: [
        "The marker that is missing is under your stack on b5.",
        "Move from b5 to b7; then take the line and pay with e9.",
      ],
      done: "The same on a hexagon: four in a row.",
      missed: "That is legal, but the line was not closed. Move the stack on b5 out of its row.",
    },
  ],
};

export const reward: LessonWords = {
  title: "Long lines",
  summary: "All of it for a ring, or four cells for nothing",
  tasks: [
    {
      text: [
        "When a line is longer than needed you choose: collapse all of it and pay, or collapse any four cells in a row of it for free.",
      ],
      ask: "Take all five cells.",
      hints: [
        "The button above the board takes the whole line.",
        "Then pay with a stack, best with g2.",
      ],
      done: "Five cells for one ring.",
      missed: "That is legal, but it was not the whole line.",
      slips: { four: "That is legal, and free, but it was four cells. This time take all five." },
    },
    {
      text: [
        "The free choice leaves the rest of the line on the board as markers.",
        "Here your only stack hides a red ring: paying with it would hand it to red.",
      ],
      ask: "Take four cells for free, and keep the marker on f3.",
      hints: [
        "Point at the line: what would collapse brightens.",
        "Choose b3 to e3 by clicking c3 or d3.",
      ],
      done: "Four cells, nothing paid, and a marker is left for another line.",
      missed: "That is legal, but it is not what was asked.",
      slips: {
        all: "That is legal, but all five must be paid for, and your only stack would become red's.",
        otherEnd: "That is legal, but the marker that is left is the one on b3.",
      },
    },
  ],
};

export const region: LessonWords = {
  title: "Regions",
  summary: "What is cut off can be taken, for a cap",
  tasks: [
    {
      text: [
        "Markers of one colour, territory and the rim can cut cells off from the rest of the board. What is cut off is a region if it holds at most half of all cells that are not territory: the larger part is the board. On square boards only cells side by side touch: a diagonal gap is no gap.",
        "You may take such a region if somebody with rings on the board controls no stack inside, and you control a stack outside. All rings inside are eliminated for you; the cells and the markers around them become your territory. You pay a whole cap.",
      ],
      ask: "Take the region in the corner, and pay.",
      hints: [
        "Choose a cell inside the wall.",
        "Then pay: the cap of g7 is one ring, that of f2 two.",
      ],
      done: "Nine cells, six markers of the wall, two rings inside. The marker on d4 touches the corner only, so it stays.",
      missed: "That is legal, but the region is not yours yet.",
      slips: {
        left: "That is legal: a region need not be taken. But this one is worth fifteen cells.",
      },
    },
    {
      text: ["Two markers are enough to cut off a corner of a square board. One is already there."],
      ask: "Cut off red's ring in the corner, and take the region.",
      hints: [
        "A marker on a2 would close the wall.",
        "Move the stack on a2 away, take a1, and pay.",
      ],
      done: "A red ring eliminated for you, and three cells of territory.",
      missed:
        "That is legal, but the corner is not cut off. The stack on a2 leaves a marker when it goes.",
      slips: { left: "That is legal, but you left the region. This time take it." },
    },
  ],
};

export const forced: LessonWords = {
  title: "Forced elimination",
  summary: "A turn without an action costs a cap",
  tasks: [
    {
      text: [
        "You have no ring in hand, and your stacks are too tall to move on this board. Whoever does nothing in a turn and controls a stack must give up the whole cap of one.",
        "The rings count for you, so even this may be a step to victory.",
      ],
      ask: "Give up a cap without giving red a stack.",
      hints: ["What is below the two blue rings on d5?", "The stack on e4 is blue all through."],
      done: "Five rings eliminated for you, and red gained nothing.",
      missed: "That is legal, but it is not what was asked.",
      slips: { freed: "That is legal, but the red rings below came free: red controls d5 now." },
    },
  ],
};

export const recovery: LessonWords = {
  title: "Recovery",
  summary: "Without a stack, a marker can still slide",
  tasks: [
    {
      text: [
        "You control no stack. But you have markers, and a ring of yours is buried on g7. Then you may slide one marker to a neighbouring cell.",
        "Best into a line: it collapses, and you pay with a buried ring, which is taken out and counts for you.",
      ],
      ask: "Slide a marker into a line of four.",
      hints: [
        "Three markers stand in row 4. Where is the fourth?",
        "Slide the marker from e5 to e4.",
      ],
      done: "Four cells of territory without a single stack.",
      missed: "That is legal, but no line was made.",
      slips: { declined: "That is legal: you need not recover. But here it brings four cells." },
    },
    {
      text: [
        "When no slide makes a line, a marker may step to an empty neighbour, or strike a neighbouring stack: the marker goes, and so does that stack's top ring, for your credit.",
        "Both are paid with a buried ring.",
      ],
      ask: "Strike the red stack.",
      hints: ["Your marker stands right below it.", "Slide from d3 to d4."],
      done: "Two rings for you: the one that you struck, and the one that you paid.",
      missed: "That is legal, but red's stack was not struck.",
      slips: {
        declined: "That is legal: you need not recover. But try the strike.",
        stepped:
          "That is legal, but it was a plain step, and it cost the same. Slide onto the red stack.",
      },
    },
  ],
};

export const swap: LessonWords = {
  title: "Swapping sides",
  summary: "The second player may take over the first move",
  tasks: [
    {
      text: [
        "To begin is an advantage. So with two players the second one may, once, swap sides instead of answering the first turn: the people exchange seats, and the board stays as it is.",
        "You are red here, and blue has opened well.",
      ],
      ask: "Take over blue's side.",
      hints: ["The button above the board swaps sides."],
      done: "You are blue now. It is still red's turn, and the other person plays it.",
      missed: "That is legal: you kept red and played on. This time swap.",
    },
  ],
};

export const winning: LessonWords = {
  title: "Winning",
  summary: "By rings, by territory, or as the last one able to act",
  tasks: [
    {
      text: [
        "Enough eliminated rings win: eighteen with two players on the small boards. The scores show how many you have.",
        "You have seventeen.",
      ],
      ask: "Eliminate one more ring, and win.",
      hints: ["Which move costs a ring?", "Land on the marker on g5."],
      done: "Your last ring, and the eighteenth: blue wins. Your own rings count, too.",
      missed: "That is legal, but it is not the eighteenth ring.",
    },
    {
      text: [
        "Enough territory wins: with two players more than half of the board, which is 33 of 64 cells, and more than all opponents together.",
        "You have 29.",
      ],
      ask: "Win by territory.",
      hints: [
        "Four cells are missing. What brings four at once?",
        "Move the stack on f2 up, out of its row. Then collapse the line and pay.",
      ],
      done: "Thirty-three cells: more than half.",
      missed: "That is legal, but it is not enough. Close the line in row 2.",
    },
    {
      text: [
        "Whoever is the only one able to place, move or capture, and does, for two whole rounds, wins as the last player standing.",
        "Red has nothing but rings buried under yours on f4, and one such round has passed.",
      ],
      ask: "Win as the last player standing.",
      hints: ["Red must not come free. Which stack holds red's rings?", "Move the stack on c2."],
      done: "Red could not act for two rounds: blue wins.",
      missed: "That is legal, but the game goes on.",
      slips: {
        freed: "That is legal, but you lost the ring that held red down: red can act again.",
      },
    },
  ],
};

export const game: LessonWords = {
  title: "A first little game",
  summary: "Six rings each, against the gentlest computer",
  tasks: [
    {
      text: [
        "Everything at once, but short: you both have six rings in hand, and six more eliminated rings win.",
        "You are blue and begin. The computer plays at level 1. Take back as often as you like.",
      ],
      ask: "Play the game to its end.",
      hints: [],
      done: "You have played a game of RingRift. Now a whole one?",
      missed: "This one went to the computer. Play it again, or go on to a whole game.",
    },
  ],
};
