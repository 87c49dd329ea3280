// Why something cannot be done, and what can be done instead; why a state, a text or a record cannot be read.

const rings = (count: number): string => (count === 1 ? "one ring" : `1 to ${count} rings`);

const refusals = {
  gameOver: (winner: number) => `the game is over, seat ${winner} won; start a new game`,
  notYourTurn: (now: number, you: number) =>
    `seat ${now} is to move, not seat ${you}; wait for your turn`,
  outOfBounds: (cell: string, board: string) =>
    `${cell} is no cell of ${board}; name a cell of this board`,
  swapUnavailable: (advice: string) =>
    `sides are swapped by seat 2 of two, in its first placement, once; ${advice}`,
  chainGoesOn: (advice: string) => `a chain goes on while a capture is left; ${advice}`,
  wrongPhase: (type: string, phase: string, advice: string) =>
    `${type} has no place in ${phase}; ${advice}`,
  actionAvailable: (type: string, advice: string) =>
    `${type} is for players who cannot do anything, and you can; ${advice}`,
  costDue: (advice: string) => `first pay what is due; ${advice}`,
  apply: (type: string) => `apply ${type}`,
  choose: (types: readonly string[]) => `choose ${types.join(" or ")}`,

  noRingsInHand: "you have no ring in hand; move a stack",
  tooManyRings: (onStack: boolean, most: number, count: number) =>
    `${onStack ? "on a stack" : "on an empty cell"} you can place ${rings(most)}, not ${count}`,
  onCollapsedSpace: (cell: string) => `${cell} is collapsed; choose an empty cell`,
  onMarker: (cell: string) => `${cell} holds a marker; choose an empty cell or a stack`,
  deadPlacement: (height: number, cell: string) =>
    `a stack of ${height} on ${cell} could neither move nor capture; place fewer rings or elsewhere`,
  placementMandatory: (seat: number) =>
    `seat ${seat} has no stack that could act instead; place a ring`,
  nothingToPlace: "no ring can be placed",
  nothingToSlide: "no marker can slide",
  nothingToTake: "no region can be taken",
  nothingToSkip: (why: string, instead: string) =>
    `${why}, so there is nothing to decline; apply ${instead}`,

  notYourStack: (cell: string) => `you control no stack on ${cell}; choose one of yours`,
  mustMovePlacedStack: (cell: string) => `the stack on ${cell} was just placed and must move`,
  attackerIsAnother: (cell: string) => `the stack on ${cell} captures now, no other`,
  notARay: (way: string) => `${way} is no straight line; move along a ray`,
  notAWay: (way: string) => `${way} is no straight way; choose cells of one ray`,
  noTarget: (cell: string) => `${cell} holds no stack; capture over a stack`,
  capTooLow: (own: number, other: number) =>
    `a cap of ${own} cannot take a ring from a cap of ${other}; choose a target with a cap no higher than yours`,
  pathBlocked: (cells: string) =>
    `${cells} is in the way; stacks and collapsed cells cannot be passed`,
  landingBlocked: (cell: string) =>
    `${cell} holds a stack or is collapsed; land on an empty cell or a marker`,
  tooShort: (height: number) =>
    `a stack of ${height} moves at least ${height} cells; land farther away`,

  notEligible:
    "recovery is for a player of the standard edition who controls no stack and has a marker and a buried ring; " +
    "move a stack",
  notYourMarker: (cell: string) => `${cell} holds no marker of yours; slide one of yours`,
  notAdjacent: (cell: string) => `a marker slides one step; choose a neighbour of ${cell}`,
  nothingToStrike: (cell: string) =>
    `${cell} holds no stack to strike; choose a stack beside the marker`,
  slideBlocked: (cell: string) => `${cell} is not empty; slide to an empty cell`,
  lineSlideExists: "a slide that makes a line is possible; choose one of those",
  settlesNoLine: (mode: string) => `a ${mode} settles no line; leave line, option and collapse out`,
  noBuriedRing: "the extraction needs a stack that still hides a ring of yours; name such a stack",
  noBuriedRingThere: (cells: string) => `no ring of yours is buried there; choose ${cells}`,
  slideMakes: (lines: string) => `this slide makes ${lines || "no line"}; slide to make a line`,
  badSettlement: (length: number) =>
    "collapse the whole line (option 1) and name a stack that hides a ring of yours, or of a longer line " +
    `${length} cells in a row (option 2) for nothing`,

  notALine: (lines: string) => `you have ${lines || "no line"}; name a whole line of yours`,
  noLinesNow: "after this kind of recovery no line is processed; apply no_line_action",
  rewardToChoose: (length: number) =>
    `the line is longer than ${length}; use choose_line_reward, option 1 or 2`,
  noRewardToChoose: (length: number) =>
    `a line of exactly ${length} has no choice; use process_line`,
  badSegment: (length: number) =>
    `option 1 collapses the whole line, option 2 exactly ${length} cells of it in a row`,
  cannotPay: "you have no stack to pay with; take a free segment of a longer line",
  noStackOutside: "a stack that pays must stand outside; leave this region",
  notARegion: "these cells with this border are no region that is cut off; see the offer",
  noCostDue: "nothing is to be paid now; process a line or a region first",
  wrongContext: (due: string) => `the cost that is due is for ${due}; pay it with that context`,
  noStackThere: (cells: string) => `you do not control a stack there; choose ${cells}`,
  invalidResult: (winner: number, reason: string) =>
    `seat ${winner} cannot win by ${reason}; name a seat of the game and resignation, timeout or abandonment`,
};

const notation = {
  forms:
    "@d4 @d4x3 place, d4-d7 move, d4xd6-d7 capture, >d7xf5-h3 chain, =a1..d1 line, =a1..e1!all or " +
    "=a1..e1!b1..e1 reward, #b2/1 region, ^d4 pay, ^^d4 forced elimination, ~a1-b2^c3 or " +
    "~a1-b2=a2..d2!all^c3 or ~a1-b2=a2..e2!a2..d2 recovery, swap, skip, - (nothing to choose)",
  noMove: (text: string, forms: string) => `“${text}” is no move; the forms are: ${forms}`,
  ambiguous: (text: string, count: number, fitting: string) =>
    `${text} fits ${count} legal moves; write one of ${fitting}`,
  runBackwards: "name a line from its first cell to its last: by row, then by column",
};

const reading = {
  object: (found: string) => `expected an object here, not ${found}`,
  list: (found: string) => `expected a list here, not ${found}`,
  listTooLong: (length: number, most: number) =>
    `the list has ${length} elements; at most ${most} are accepted`,
  missing: (name: string) => `the field “${name}” is missing; give it`,
  from: (low: number, high: number) => `from ${low} to ${high}`,
  atLeast: (low: number) => `of at least ${low}`,
  number: (span: string, found: string) => `expected a whole number ${span}, not ${found}`,
  flag: (found: string) => `expected true or false, not ${found}`,
  choice: (choices: string, found: string) => `expected one of ${choices}, not ${found}`,
  expected: (wanted: string, found: string) => `expected ${wanted}, not ${found}`,
  disagrees: (found: string, wanted: string) =>
    `${found} does not agree with the rest, which gives ${wanted}; leave it out`,
  listOf: (length: number) => `a list of ${length}`,
  anObject: "an object",
  noCell: (board: string, first: string, last: string) =>
    `no such cell on ${board}, whose cells are “${first}” to “${last}”; name one of them`,
  takenTwice: "the cell holds something else already; a cell is in one state only",
  noRings: "a stack has at least one ring; leave the stack out",
  tooHigh: (board: string, tallest: number) => `no stack on ${board} is higher than ${tallest}`,
  otherPosition: "the position is not that of the key; leave it out",
  players: (count: number) => `${count} players cannot play; give 2, 3 or 4`,
  seatsInOrder: "give each seat once, in order",
  otherStatus: (phase: string, status: string) =>
    `in phase ${phase} the game is ${status}; leave this out`,
  stillRunning: "the game is still running; give null",
  otherRanking: "the ranking is not the one that the position gives; leave it out",
  noCells: "the list of cells is empty; name the cells",
  cellsInOrder: "give each cell once, in canonical order: by y, then by x",
  kernelRefuses: (message: string) => `the state cannot be played on: ${message}`,
};

const checks = {
  tooManyRings: (seat: number, owned: number, each: number) =>
    `seat ${seat} has ${owned} rings in hand and on the board; a player owns ${each}`,
  ringsAccounted: (accounted: number, total: number) =>
    `in hand, on the board and eliminated are ${accounted} rings; the game has ${total}`,
  turnNotCome: "that turn has not come yet; give an earlier one or null",
  stillHasRings: (seat: number) => `seat ${seat} still has rings, so it is not out; give null`,
  turnNotEnded: "that turn has not ended yet; give an earlier one or null",
  swapForTwo: "only two players can swap sides; give false",
  swapImpossible: "sides cannot have been swapped here; give false",
  realIsTurnAction: "a real action is a turn action: “acted” is true",
  realWasPossible: "a real action was taken, so there was one to take",
  placementSetsStack: "before the movement only a placement counts; it sets “mustMoveFrom”",
  placementIsReal: "a placement is a real action; give true",
  nothingDoneYet: "nothing has been done in this turn yet; give an earlier turn or null",
  noTurnActionYet: (phase: string) => `in ${phase} the turn holds no turn action yet; give false`,
  followsMove: (phase: string) => `${phase} follows a move or a capture; give true`,
  positionSaysOtherwise: "the position says otherwise, and nothing has been done yet",
  noRecovery: (edition: string) => `the edition ${edition} has no recovery; give null`,
  noRecoveryYet: (phase: string) => `no recovery has been played yet in ${phase}; give null`,
  recoveryIsTheOnlyAction: "a recovery is a turn action but no real action, and it is the only one",
  noPlacedStack: (phase: string) => `no placed stack is left to move in ${phase}; give null`,
  noPlacedStackThere: (seat: number) =>
    `seat ${seat} controls no stack there; give null or a stack of its own`,
  placedStackIsDead: "that stack has no move and no capture: it was not placed there",
  whichCaptures: (phase: string) => `say which stack captures in ${phase}`,
  noneCaptures: (phase: string) => `no stack is capturing in ${phase}; give null`,
  noStackThere: (seat: number) => `seat ${seat} controls no stack there`,
  capturesNothing: "that stack can capture nothing; the phase is line_processing",
  recoveryCosts: "after a recovery, and only then, costs are of the kind “recovery”",
  nothingDue: (phase: string) => `nothing is due in ${phase}; give null`,
  paidElsewhere: (due: string, phase: string) => `a ${due} is not paid for in ${phase}`,
  noLineAfterSlide: "after such a slide no line is processed, so none is to be paid for",
  costForAnAction: "a cost is due for something done in this turn: “acted” is true",
  nobodyPays: (seat: number) => `seat ${seat} has no stack to pay with`,
  nothingToGiveUp: (seat: number) => `seat ${seat} controls no stack that it could give up`,
  bookedLater: "a seat is booked when its turn has ended",
  tookWithoutHaving: "only a seat that had an action took one",
  exclusiveOfNobody:
    "exclusive rounds belong to a seat: give “exclusivePlayer” and their number, or null and 0",
  exclusiveEnds: "two exclusive rounds end the game; give 0 or 1",
  notWonBy: (seat: number, reason: string) =>
    `seat ${seat} has not won by ${reason} in this position`,
};

const position = {
  atMost: (characters: number) => `at most ${characters} characters`,
  fields: (count: number, names: string) => `the ${count} fields ${names}, one space between them`,
  number: "a number",
  rows: (count: number) => `${count} rows with / between them`,
  pieces: "numbers of empty cells, (abc) stacks, abcd markers, ABCD collapsed cells",
  cellsInRow: (count: number) => `${count} cells in this row`,
  oneASeat: (seats: number) => `${seats} values with commas between them, one a seat`,
  turn: "a, h and t or -, then ,@d4 ,xd4 ,^line and ,~line where they apply",
  cellOf: (board: string) => `a cell of ${board}`,
  rounds: "had/took/partial/exclusive: 12/1/-/- or -/-/p/- or -/-/-/2x1",
  result: "* for a running game, or winner and reason: 1:ring_elimination",
};

const record = {
  beginsWith: 'A record begins with [RingRift "1"].',
  notJson: (why: string) => `Not JSON: ${why}`,
  unknownForm:
    "This is neither a game record in text nor one in JSON; see the page on game records.",
  header: 'A header is one line [Name "value"].',
  headerTwice: (name: string) => `The header ${name} is given twice.`,
  headerMissing: (name: string) => `The header [${name} "…"] is missing.`,
  headerValue: (name: string, value: string, wanted: string) =>
    `${name} is ${value}; it must be ${wanted}.`,
  playerTooMany: (seat: number, players: number) =>
    `Player${seat} in a game of ${players} players.`,
  position: (message: string) => `The header Position is refused: ${message}`,
  headersDisagree: (name: string) => `The header ${name} and the position disagree.`,
  resultsDiffer: (header: string, moves: string) =>
    `The header Result says “${header}”, the moves end in “${moves}”.`,
  reason: (reason: string, reasons: string) => `“${reason}” is no reason: use ${reasons}.`,
  aNumber: "a number",
  ranks: "the rank of each seat, such as 1 3 2",
  hexadecimal: (digits: number) => `${digits} hexadecimal digits`,
  text: "expected text here",
  afterTheEnd: (word: string) => `“${word}” stands after the end of the game.`,
  lone: (sign: string) => `A lone ${sign}: comments stand between { and }.`,
  cutOff: (moves: number) =>
    `The record breaks off after move ${moves}. End it with a result (1+resignation) or *.`,
  remarkAlone: (name: string) => `${name} does not follow a move, or lacks a value.`,
  remarkUnknown: (name: string) =>
    `${name} is unknown or has no such value; %at and %think are known.`,
  otherNumber: (number: string) =>
    `This move has the number ${number}: moves were lost, added or reordered.`,
  turnLost: (written: number, now: number) =>
    `“${written}.” stands where turn ${now} goes on: moves were lost or added.`,
  moveMissing: (due: string, written: string) =>
    `“${due}” is missing before “${written}”. A replay fills no move in: record it.`,
  moveRefused: (written: string, message: string) => `“${written}”: ${message}`,
  movesCounted: (found: number, claimed: number) =>
    `The record has ${found} moves and says that it has ${claimed}: some were lost or added.`,
  endedOtherwise: (moves: number, found: string, claimed: string) =>
    `After move ${moves} ${found}; the record says that ${claimed}.`,
  notOver: "the game is not over",
  wonBy: (seat: number, reason: string) => `seat ${seat} has won by ${reason}`,
  otherRanks: (found: string, claimed: string) => `The ranks by seat are ${found}, not ${claimed}.`,
  otherHash: (found: string, claimed: string) =>
    `The last state has the hash ${found}, not ${claimed}.`,
  chainBroken:
    "The chain of hashes does not fit: the heading, a move or the result was changed after the record was made.",
  tooLong: (most: number) => `The record has more than ${most} moves.`,
};

const choosing = {
  gameOver: "the game is over: there is no move to search for; take moves back first",
  bookkeepingDue: (type: string) =>
    `nothing can be chosen here: apply ${type}, which is due, and search after it`,
  noLevel: (level: number, most: number) => `there is no level ${level}; choose 1 to ${most}`,
};

export const engine = { refusals, notation, reading, checks, position, record, choosing };
