const counted = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;
const rings = (n: number) => counted(n, "ring", "rings");
const cells = (n: number) => counted(n, "cell", "cells");

const reasons: Record<string, string> = {
  ring_elimination: "by eliminated rings",
  territory_control: "by territory",
  last_player_standing: "as the last player standing",
  stalemate: "when nobody could act any more",
  resignation: "by resignation",
  timeout: "on time",
  abandonment: "because a player left",
};

export const play = {
  seat: (seat: number) => ["Blue", "Red", "Green", "Gold"][seat - 1] ?? `Seat ${seat}`,
  cells,

  // What is asked.
  asks: (who: string, what: string) => `${who}: ${what}`,
  place: "place a ring on an empty cell, or on any stack",
  placeMany: (count: number) => `place ${rings(count)} on an empty cell, or one on any stack`,
  placeStacksOnly: "place a ring on a stack",
  howMany: (cell: string, most: number) =>
    `at most ${rings(most)} on ${cell} could still move. How many?`,
  swapOrPlace: "take over the other side, or keep yours and place a ring?",
  chooseStack: "choose a stack to move",
  chooseStackFor: (cell: string) => `which stack goes to ${cell}?`,
  moveStack: (cell: string) => `move the stack on ${cell}`,
  movePlaced: (cell: string) => `move the stack you placed on ${cell}`,
  captureOrStop: (cell: string) => `capture with the stack on ${cell}, or stop`,
  chain: (cell: string) => `capture on with the stack on ${cell}`,
  chooseLanding: (target: string) => `where to land beyond ${target}?`,
  collapseLine: "collapse your line",
  chooseLine: "choose a line to collapse",
  whichLine: "which of these lines?",
  reward: (all: number, some: number, cost: string) =>
    `take all ${all} (${cost}), or ${some} of them free: point at those`,
  rewardFree: (some: number) => `point at the ${some} cells that collapse; they are free`,
  chooseRegion: "take a region, or leave it",
  whichRegion: "which of these regions?",
  payLine: "pay for the line with the cap of a stack",
  payLineRing: "pay for the line with the top ring of a stack",
  payRegion: "pay for the region with the cap of a stack",
  payRecovery: "choose the stack whose buried ring pays",
  forced: "you have not acted this turn; give up the cap of a stack",
  chooseSlide: "recover by sliding one of your markers",
  slideTo: (cell: string) => `where does the marker on ${cell} go?`,
  extract: "which buried ring do you pay with?",

  // What is written beside cells that brighten.
  costRing: "costs 1 ring",
  costCap: "costs a cap",
  costBuried: "costs a buried ring",
  free: "free",
  lineGain: (n: number, cost: string) => `${cells(n)}, ${cost}`,
  regionGain: (n: number, inside: number, cost: string) =>
    inside > 0 ? `${cells(n)}, ${rings(inside)}, ${cost}` : `${cells(n)}, ${cost}`,
  pays: (n: number) => `−${rings(n)}`,

  // Buttons.
  swap: "Swap sides",
  keep: (seat: string) => `Keep ${seat}`,
  keepRings: "Place nothing",
  count: (n: number) => rings(n),
  countLabel: "Rings to place",
  stop: "Stop here",
  collapse: (cost: string) => `Collapse it: ${cost}`,
  all: (n: number, cost: string) => `All ${n}: ${cost}`,
  line: (from: string, to: string, gain: string) => `${from} to ${to}: ${gain}`,
  region: (from: string, gain: string) => `The one at ${from}: ${gain}`,
  leaveRegion: "Leave it",
  leaveRegions: "Leave them",
  noRecovery: "Do not recover",
  back: "Back",

  // What cannot be done.
  stuck: (cell: string) =>
    `The stack on ${cell} can neither move nor capture: a stack moves at least its height.`,
  notOnOffer: "That is not part of this choice; what can be chosen is marked.",
  clickLine: "Choose a cell of the line.",
  clickRegion: "Choose a cell inside one of the marked regions.",
  clickMarker: "Choose one of your marked markers.",
  notHere: "That marker cannot go there; where it can go is marked.",
  notReachable: (cell: string) => `No stack of yours can go to ${cell}.`,
  notation: (text: string) => `“${text}” is no move that can be made now.`,
  rule: (rule: string) => `Rule ${rule}`,
  dismiss: "Close",

  // The table.
  board: "Board",
  scores: "Scores",
  log: "Moves",
  emptyLog: "No move has been made yet.",
  start: "Start",
  toMove: "to move",
  sound: "Sound",
  soundIs: (on: boolean) => (on ? "Sound is on" : "Sound is off"),
  you: "you",
  away: "away",
  wentAway: (name: string) => `${name} is away.`,
  cameBack: (name: string) => `${name} is back.`,
  inHand: "In hand",
  eliminated: "Rings eliminated",
  territory: "Territory",
  of: (n: number, needed: number) => `${n} of ${needed}`,
  alsoMoreThan: (n: number) => `and more than the ${n} of all others`,
  out: "no ring left",
  standing: (rounds: number) => `Last standing: ${rounds} of 2 rounds alone`,
  clock: (text: string) => `${text} left`,
  days: (days: number, hours: number) => `${days} d ${hours} h`,
  sent: "Sent …",
  waits: (who: string) => `${who} to move`,
  looking: "You look at an earlier position.",
  toNow: "Back to the game",

  // Links.
  linkBroken: "The packed record in the address is broken.",
  linkTooLong: (most: number) =>
    `The record in the address has more than ${most.toLocaleString("en")} characters. Open it as a file.`,

  // The end.
  wins: (who: string) => `${who} wins`,
  won: (reason: string) => reasons[reason] ?? reason,
  rank: (n: number) => ["", "1st", "2nd", "3rd", "4th"][n] ?? `${n}th`,
};
