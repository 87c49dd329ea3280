// Lessons about rings: reading, placing, moving, capturing.

import type { LessonWords } from "../../lessonWords";

export const board: LessonWords = {
  title: "What the board shows",
  summary: "Stacks, caps, markers and territory",
  tasks: [
    {
      text: [
        "Rings stand in stacks. Whoever owns the top ring controls the whole stack, whatever lies below. The number beside a stack is its height.",
        "You are blue. Your opponent is red.",
      ],
      ask: "Choose a stack that blue controls.",
      hints: [
        "Look only at the top ring of each stack.",
        "The ring on top of d4 is blue, and so is the one on g2.",
      ],
      done: "Yes: its top ring is blue, so it is yours to move.",
      missed: "That is not a stack with a blue ring on top.",
    },
    {
      text: [
        "A ring below the top is buried. It is not lost: it comes free when the rings above it go.",
      ],
      ask: "Two blue rings are buried under a red one. Choose that stack.",
      hints: ["It must have a red top and something blue below.", "It stands on f6."],
      done: "Red controls this stack, and two of your rings wait inside it.",
      missed: "Look for a stack with a red top and blue rings below.",
    },
    {
      text: [
        "The cap of a stack is the run of rings of one colour at its top. Height says how far a stack must go; the cap says how strong it is.",
      ],
      ask: "Choose the stack with the tallest cap.",
      hints: [
        "Count from the top down, and stop where the colour changes.",
        "d4 and f6 are three high, but the colour changes below their top ring. b6 is two rings of one colour.",
      ],
      done: "Two red rings in a row: a cap of two. The higher stacks here have caps of one.",
      missed: "That is not the tallest cap. Count rings of one colour from the top down.",
    },
    {
      text: [
        "The small discs are markers. A stack leaves one behind wherever it starts from. Markers do not block the way.",
      ],
      ask: "Choose a marker of red.",
      hints: ["A marker is a flat disc, smaller than a ring.", "It lies on f3."],
      done: "That is red's marker.",
      missed: "That is not a marker of red.",
    },
    {
      text: [
        "A cell in a player's pattern has collapsed: it is that player's territory to the end of the game.",
      ],
      ask: "Nothing may ever enter or cross some cells here. Choose one of them.",
      hints: ["Look for cells filled with a pattern.", "They are in the corner at the top right."],
      done: "Territory: it counts for blue, and it is a wall for everybody.",
      missed: "Something could still go there. Look for a cell filled with a pattern.",
    },
  ],
};

export const placing: LessonWords = {
  title: "Placing",
  summary: "One to three rings on an empty cell, or one on a stack",
  tasks: [
    {
      text: [
        "A turn begins with placing. You put one, two or three rings from your hand on an empty cell: they become a stack.",
        "The numbers above the board, or the keys 1, 2 and 3, say how many.",
      ],
      ask: "Place two rings on any cell.",
      hints: ["Choose 2 above the board, then click a cell."],
      done: "A stack of two. It must be able to move at once, and it is the one that moves this turn.",
      missed: "That is legal, but it was not two rings. Choose 2 first.",
    },
    {
      text: [
        "You may also put a single ring on top of any stack, an opponent's included. Your ring is then on top, so the stack is yours.",
        "Markers and territory take no rings.",
      ],
      ask: "Take over red's stack.",
      hints: ["Place a ring on it.", "Red's stack is on e5."],
      done: "Blue on top: you control three rings now, two of them red and buried.",
      missed: "That is legal, but red still controls e5. Put your ring on top of it.",
    },
  ],
};

export const moving: LessonWords = {
  title: "Moving",
  summary: "Straight ahead, at least as far as the stack is high",
  tasks: [
    {
      text: [
        "A stack moves in a straight line, in any of eight directions on a square board. It must go at least as many cells as it has rings.",
        "Stacks and territory stop it; markers do not.",
      ],
      ask: "Move your stack as short a way as it can go.",
      hints: [
        "It has three rings.",
        "Count three cells in any direction, for instance from d4 to d7.",
      ],
      done: "Three rings, three cells. It left a marker where it stood.",
      missed: "That is legal, but your stack can make a shorter move.",
    },
    {
      text: [
        "Now a whole turn: place, then move what you placed. You may skip placing when a stack of yours can already move.",
      ],
      ask: "Place two rings, and move them to the top row (row 8).",
      hints: [
        "Begin two cells or more below row 8, in line with a free cell there.",
        "Place two on d4 and move to d8.",
      ],
      done: "Placed and moved: that is a turn. Lines and regions would be looked for now, and then red plays.",
      missed: "That is legal, but no stack of yours stands on row 8 now.",
      slips: { count: "That is legal, but it was not a stack of two." },
    },
    {
      text: [
        "On a hexagon there are six directions. From the middle each of them leads to a corner.",
      ],
      ask: "Move the stack to a corner.",
      hints: ["Go straight as far as you can.", "Move from e5 to i5."],
      done: "Four cells in one go: a stack may move further than it is high.",
      missed: "That is legal, but it is not a corner. Go on to the rim.",
    },
  ],
};

export const markers: LessonWords = {
  title: "Markers",
  summary: "Passing turns red's markers and collapses your own",
  tasks: [
    {
      text: ["A stack that passes over an opponent's marker turns it to its own colour."],
      ask: "Turn red's marker on d4 blue.",
      hints: ["Jump beyond it, in one straight move.", "Move from b4 to e4, or further."],
      done: "It is blue now. Every marker in your way becomes yours.",
      missed: "That is legal, but the marker on d4 is still red. Pass over it.",
      slips: {
        landed:
          "That is legal, but you landed on the marker: it is gone, and so is your top ring. Land beyond it.",
      },
    },
    {
      text: [
        "Your own markers collapse when you pass over them: the cell becomes your territory at once.",
      ],
      ask: "Collapse your marker on d4.",
      hints: ["Pass over it.", "Move from b4 to e4, or further."],
      done: "One cell of territory. Take care when you do not want it: territory blocks your own way too.",
      missed: "That is legal, but d4 has not collapsed. Pass over your marker.",
      slips: {
        landed: "That is legal, but landing removes the marker and costs a ring. Land beyond it.",
      },
    },
  ],
};

export const landing: LessonWords = {
  title: "Landing on a marker",
  summary: "It costs your top ring, which counts for you",
  tasks: [
    {
      text: [
        "You may land on a marker, anybody's. The marker is removed, and the top ring of your stack is eliminated.",
        "An eliminated ring counts for whoever eliminated it. Here that is you: giving up your own rings brings you closer to winning.",
      ],
      ask: "Score a ring: land on the marker.",
      hints: ["It must be in line and at least three cells away.", "Move from a4 to e4."],
      done: "One ring eliminated for blue, and a shorter stack that moves more freely.",
      missed: "That is legal, but no ring was eliminated. Land exactly on the marker.",
      slips: {
        passed: "That is legal: you passed the marker and turned it. This time land on it.",
      },
    },
    {
      text: [
        "Mind what comes to the top. When your last ring of a mixed stack goes, the ring below decides who controls it.",
      ],
      ask: "Land on the marker, and still control the stack afterwards.",
      hints: [
        "Two stacks can reach d4. What is below their top rings?",
        "The stack on d1 is blue all through.",
      ],
      done: "One ring scored, and the stack is still yours.",
      missed: "That is legal, but you did not land on the marker on d4.",
      slips: {
        handed: "That is legal, but a red ring came to the top: red has a stack on d4 now.",
      },
    },
  ],
};

export const capture: LessonWords = {
  title: "Capturing",
  summary: "Over a stack whose cap is no taller than yours",
  tasks: [
    {
      text: [
        "Jump in a straight line over a stack and land beyond it. The way from start to landing must be at least your stack's height.",
        "The top ring of the stack that you jumped over slips under yours.",
      ],
      ask: "Capture red's ring on b5.",
      hints: ["Choose your stack on b2, then the red one.", "Land on b6, b7 or b8."],
      done: "Your stack carries a red ring at the bottom now. It still counts as red's ring, but it is yours to carry.",
      missed: "That is legal, but nothing was captured. Jump over b5.",
    },
    {
      text: [
        "Caps decide, not heights: your cap must be at least as tall as the other's. You may even capture your own stacks.",
      ],
      ask: "Your cap is one ring. Capture the stack that you can.",
      hints: [
        "Compare caps: d6 has two red rings on top.",
        "f4 is four high, but its cap is a single ring.",
      ],
      done: "The tower lost its red top, and with three blue rings left it is yours.",
      missed: "That is legal, but nothing was captured. Look for a cap of one.",
    },
  ],
};

export const chain: LessonWords = {
  title: "Chains",
  summary: "Who has captured goes on capturing",
  tasks: [
    {
      text: [
        "If your stack can capture again from where it landed, it must, in any direction, until no capture is left.",
        "So the landing cell matters: it decides whether there is a next one.",
      ],
      ask: "Take two rings in one chain.",
      hints: [
        "Where must you land to have e7 in line?",
        "Capture b5 and land on b7. Then capture e7.",
      ],
      done: "Two captures, one turn. Your stack is four high now: mind that it must move four cells.",
      missed: "That is legal, but it was no chain of two.",
      slips: {
        one: "That is legal, but the chain ended there. Land where the other red ring is in line.",
      },
    },
    {
      text: [
        "Chains may turn corners. Stacks grow with every capture, and so does the least distance.",
      ],
      ask: "Take all three red rings in one turn.",
      hints: ["Land in row 5 first.", "Capture b3 and land on b5; the rest follows along row 5."],
      done: "Three at a stroke. Lines and regions wait until a chain is over.",
      missed: "That is legal, but red still has a ring on the board.",
      slips: { one: "That is legal, but from there nothing else can be captured. Land in row 5." },
    },
  ],
};
