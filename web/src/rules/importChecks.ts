// What a state from outside must keep, so that the rules can play on from it. Twin of the law's wire_checks.py.

import { words } from "../strings";
import type { Ground } from "./boardQueries";
import { editionData, ringsPerPlayer } from "./editions";
import type { Cell } from "./grid";
import { capHeight } from "./stack";
import { type Key, RefusedError, type State } from "./wire";

const say = words.engine.checks;
const CAPTURES: readonly State["currentPhase"][] = ["capture", "chain_capture"];
const PROCESSING: readonly State["currentPhase"][] = ["line_processing", "territory_processing"];
const EXCLUSIVE_ROUNDS_TO_WIN = 2;

/** Refuses a state that contradicts itself. */
export function checkState(state: State, ground: Ground): void {
  checkRings(state, ground);
  checkNotes(state, ground);
  checkSwap(state);
  checkActions(state, ground);
  checkRecovery(state);
  checkPlacedStack(state, ground);
  checkCapturer(state, ground);
  checkPayment(state, ground);
  if (
    state.currentPhase === "forced_elimination" &&
    ground.controlled(state.currentPlayer).length === 0
  ) {
    refuse("currentPhase", "R100", say.nothingToGiveUp(state.currentPlayer));
  }
  checkRounds(state);
  checkOutcome(state, ground);
}

/** R020: no ring is lost or made. */
function checkRings(state: State, ground: Ground): void {
  const onBoard = ground.cells.flatMap((cell) => [...ground.rings(cell)]);
  const each = ringsPerPlayer(state.edition, state.board.type);
  state.players.forEach((player, at) => {
    const owned =
      player.ringsInHand + onBoard.filter((ring) => ring === player.playerNumber).length;
    if (owned > each)
      refuse(`players[${at}].ringsInHand`, "R020", say.tooManyRings(at + 1, owned, each));
  });
  const accounted = state.players.reduce(
    (sum, player) => sum + player.ringsInHand + player.eliminatedRings,
    onBoard.length,
  );
  if (accounted !== state.totalRingsInPlay) {
    refuse("players", "R020", say.ringsAccounted(accounted, state.totalRingsInPlay));
  }
}

/** R170: notes about seats are of the past and true. */
function checkNotes(state: State, ground: Ground): void {
  const latestOut = state.turnNumber - (state.winner === null ? 1 : 0);
  state.players.forEach((player, at) => {
    if ((player.lastActionTurn ?? 0) > state.turnNumber) {
      refuse(`players[${at}].lastActionTurn`, "R170", say.turnNotCome);
    }
    if (player.eliminatedAtTurn === null) return;
    const path = `players[${at}].eliminatedAtTurn`;
    if (player.ringsInHand > 0 || ground.hasRing(player.playerNumber))
      refuse(path, "R170", say.stillHasRings(at + 1));
    if (player.eliminatedAtTurn > latestOut) refuse(path, "R170", say.turnNotEnded);
  });
}

/** R180: two players, from turn 2 on. */
function checkSwap(state: State): void {
  const { enabled, used } = state.swap;
  if (enabled && state.players.length !== 2) refuse("swap.enabled", "R180", say.swapForTwo);
  if (used && (!enabled || state.turnNumber < 2)) refuse("swap.used", "R180", say.swapImpossible);
}

/** R070-R076: what the turn says of itself fits its phase. */
function checkActions(state: State, ground: Ground): void {
  const { turn, currentPhase: phase, currentPlayer: seat } = state;
  const player = state.players[seat - 1];
  if (turn.tookRealAction && !turn.acted)
    refuse("turn.tookRealAction", "R072", say.realIsTurnAction);
  if (turn.tookRealAction && !turn.hadRealAction)
    refuse("turn.hadRealAction", "R172", say.realWasPossible);
  if (phase === "movement" && turn.acted === (turn.mustMoveFrom === null)) {
    refuse("turn.acted", "R081", say.placementSetsStack);
  }
  if (phase === "movement" && turn.acted && !turn.tookRealAction) {
    refuse("turn.tookRealAction", "R172", say.placementIsReal);
  }
  if (!turn.acted && player?.lastActionTurn === state.turnNumber) {
    refuse(`players[${seat - 1}].lastActionTurn`, "R170", say.nothingDoneYet);
  }
  if ((phase === "ring_placement" || phase === "forced_elimination") && turn.acted) {
    refuse("turn.acted", "R072", say.noTurnActionYet(phase));
  }
  if (CAPTURES.includes(phase) && !turn.tookRealAction)
    refuse("turn.tookRealAction", "R093", say.followsMove(phase));
  const atTheStart = (phase === "ring_placement" || phase === "movement") && !turn.acted;
  if (atTheStart && turn.hadRealAction !== ground.hasRealAction(seat, player?.ringsInHand ?? 0)) {
    refuse("turn.hadRealAction", "R172", say.positionSaysOtherwise);
  }
}

function checkRecovery(state: State): void {
  const { turn, currentPhase: phase } = state;
  if (turn.recoveryMode === null) return;
  if (state.edition !== "standard")
    refuse("turn.recoveryMode", "R110", say.noRecovery(state.edition));
  if (![...PROCESSING, "game_over"].includes(phase))
    refuse("turn.recoveryMode", "R110", say.noRecoveryYet(phase));
  if (!turn.acted || turn.tookRealAction)
    refuse("turn.recoveryMode", "R110", say.recoveryIsTheOnlyAction);
}

function checkPlacedStack(state: State, ground: Ground): void {
  const { mustMoveFrom } = state.turn;
  if (mustMoveFrom === null) return;
  const path = "turn.mustMoveFrom";
  if (!["movement", "game_over"].includes(state.currentPhase)) {
    refuse(path, "R081", say.noPlacedStack(state.currentPhase));
  }
  const cell =
    ownStack(state, ground, mustMoveFrom) ??
    refuse(path, "R081", say.noPlacedStackThere(state.currentPlayer));
  if (!ground.acts(cell)) refuse(path, "R082", say.placedStackIsDead);
}

function checkCapturer(state: State, ground: Ground): void {
  const { currentPhase: phase } = state;
  const { captureFrom } = state.turn;
  const path = "turn.captureFrom";
  if (captureFrom === null) {
    if (CAPTURES.includes(phase)) refuse(path, "R103", say.whichCaptures(phase));
    return;
  }
  if (![...CAPTURES, "game_over"].includes(phase)) refuse(path, "R103", say.noneCaptures(phase));
  const cell =
    ownStack(state, ground, captureFrom) ??
    refuse(path, "R103", say.noStackThere(state.currentPlayer));
  const rings = ground.rings(cell);
  if (CAPTURES.includes(phase) && !ground.canCapture(cell, rings.length, capHeight(rings))) {
    refuse(path, "R103", say.capturesNothing);
  }
}

function checkPayment(state: State, ground: Ground): void {
  const { turn, currentPhase: phase } = state;
  const due = turn.pendingElimination;
  if (due === null) return;
  const path = "turn.pendingElimination";
  if ((due === "recovery") === (turn.recoveryMode === null))
    refuse(path, "R113", say.recoveryCosts);
  if (![...PROCESSING, "game_over"].includes(phase)) refuse(path, "R122", say.nothingDue(phase));
  if (
    (due === "line" && phase === "territory_processing") ||
    (due === "territory" && phase === "line_processing")
  ) {
    refuse(path, "R122", say.paidElsewhere(due, phase));
  }
  if (
    phase === "line_processing" &&
    (turn.recoveryMode === "fallback" || turn.recoveryMode === "stack_strike")
  ) {
    refuse(path, "R114", say.noLineAfterSlide);
  }
  if (!turn.acted) refuse(path, "R072", say.costForAnAction);
  const seat = state.currentPlayer;
  const payers = turn.recoveryMode === null ? ground.controlled(seat) : ground.buried(seat);
  if (payers.length === 0) refuse(path, "R122", say.nobodyPays(seat));
}

/** R172: seats are booked when their turn has ended, and only who had an action took one. */
function checkRounds(state: State): void {
  const { lps } = state;
  const over = state.winner !== null;
  const latest = over ? state.currentPlayer : state.currentPlayer - 1;
  if (lps.roundHadAction.some((seat) => seat > latest))
    refuse("lps.roundHadAction", "R172", say.bookedLater);
  if (!lps.roundTookAction.every((seat) => lps.roundHadAction.includes(seat))) {
    refuse("lps.roundTookAction", "R172", say.tookWithoutHaving);
  }
  if ((lps.exclusivePlayer === null) !== (lps.exclusiveRounds === 0)) {
    refuse("lps.exclusiveRounds", "R172", say.exclusiveOfNobody);
  }
  if (lps.exclusiveRounds === EXCLUSIVE_ROUNDS_TO_WIN && !over)
    refuse("lps.exclusiveRounds", "R172", say.exclusiveEnds);
}

/** R170-R173: the reason holds for the winner. */
function checkOutcome(state: State, ground: Ground): void {
  const { winner, victoryReason: reason, lps, players } = state;
  if (winner === null || reason === null) return;
  const own = players[winner - 1]?.territorySpaces ?? 0;
  const others = players.reduce((sum, player) => sum + player.territorySpaces, 0) - own;
  const noStacks = ground.cells.every((cell) => ground.rings(cell).length === 0);
  const holds: Record<string, boolean> = {
    ring_elimination: (players[winner - 1]?.eliminatedRings ?? 0) >= state.victoryThreshold,
    territory_control:
      own >= state.territoryVictoryThreshold &&
      (own > others || !editionData(state.edition).territoryMajority),
    last_player_standing:
      lps.roundPartial ||
      (lps.exclusivePlayer === winner && lps.exclusiveRounds === EXCLUSIVE_ROUNDS_TO_WIN),
    stalemate: noStacks && players.every((player) => player.ringsInHand === 0),
  };
  if (!(holds[reason] ?? true)) refuse("victoryReason", "R170", say.notWonBy(winner, reason));
}

/** The cell, if the player to move controls a stack there. */
function ownStack(state: State, ground: Ground, key: Key): Cell | null {
  const cell = ground.grid.byKey.get(key) ?? -1;
  return ground.controller(cell) === state.currentPlayer ? cell : null;
}

function refuse(path: string, rule: string, message: string): never {
  throw new RefusedError({ code: "CONTRADICTION", rule, message, path });
}
