// An attempt at a puzzle: plays the solver's moves, lets the kernel judge them, and answers for the
// others.

import type { Engine, PositionView, Step } from "../engine/engine";
import { gridOf } from "../rules/grid";
import { notationOf } from "../rules/notation";
import type { Move, Seat, State } from "../rules/wire";
import type { Puzzle } from "./pack";

/** Where the attempt stands; after `wrong` the last move is not right. */
export type Verdict = "open" | "wrong" | "solved";

export interface Attempt {
  puzzle: Puzzle;
  start: PositionView;
  steps: Step[];
  verdict: Verdict;
  /** How many moves of the solution were played; null off that line. */
  followed: number | null;
}

/** How the others get out after a wrong move. */
export interface Refutation {
  steps: Step[];
  /** The answer to the solver's turn; a part of `steps`. */
  answer: Step[];
  /** The solver's expected share after it. */
  after: number;
}

const PROOF_NODES = 3_000_000;
const REPLY_NODES = 2_000;
const JUDGE_NODES = 4_000;
const COMPARED_MOVES = 12;
/** A turn that is so much worse than the best is not the one that turns the game. */
const NEARLY_AS_GOOD = 0.1;

export async function startAttempt(engine: Engine, puzzle: Puzzle): Promise<Attempt> {
  const position = await engine.fromPositionString(puzzle.position);
  const view = (await engine.settle(position.state)).at(-1)?.view ?? position;
  return { puzzle, start: view, steps: [], verdict: "open", followed: 0 };
}

export const viewOf = ({ start, steps }: Attempt): PositionView => steps.at(-1)?.view ?? start;
export const solverOf = ({ start }: Attempt): Seat => start.state.currentPlayer;
export const restart = (attempt: Attempt): Attempt => ({
  ...attempt,
  steps: [],
  verdict: "open",
  followed: 0,
});

/** Plays and judges a move of the solver, and then the answers of the others. */
export async function playMove(engine: Engine, attempt: Attempt, move: Move): Promise<Attempt> {
  const view = viewOf(attempt);
  const word = wordOf(view.state, move);
  const followed = nextFollowed(attempt, word);
  const right =
    followed !== null ||
    attempt.puzzle.goal === "defend" ||
    (await isRight(engine, attempt, view, word));
  const steps = [...attempt.steps, ...(await engine.playAndSettle(view.state, move))];
  const after: Attempt = { ...attempt, steps, followed };
  return right ? continueAttempt(engine, after) : { ...after, verdict: "wrong" };
}

/** Plays the next move of the solution, from the start if the attempt has left it. */
export async function playSolution(engine: Engine, attempt: Attempt): Promise<Attempt> {
  const from =
    attempt.followed === null || attempt.verdict === "wrong" ? restart(attempt) : attempt;
  const word = from.puzzle.solution[from.followed ?? 0];
  if (word === undefined) return from;
  return playMove(engine, from, await engine.parseMove(viewOf(from).state, word));
}

/** The move to play next: that of the solution, or one that keeps the win. */
export async function hintMove(engine: Engine, attempt: Attempt): Promise<Move | null> {
  const { state } = viewOf(attempt);
  const word =
    attempt.followed === null
      ? ((await engine.proveWin?.(state, turnsLeft(attempt), PROOF_NODES))?.moves[0] ??
        (await engine.analyse?.(state, JUDGE_NODES, 1))?.lines[0]?.move)
      : attempt.puzzle.solution[attempt.followed];
  return word === undefined ? null : engine.parseMove(state, word);
}

/** Plays out what a wrong move leads to: the rest of the turn at its best, then the answer. */
export async function refute(engine: Engine, attempt: Attempt): Promise<Refutation> {
  const solver = solverOf(attempt);
  const steps: Step[] = [];
  const now = () => steps.at(-1)?.view ?? viewOf(attempt);
  if (now().state.winner === null && isSolversTurn(attempt, now().state))
    steps.push(...((await engine.bestTurn?.(now().state, REPLY_NODES))?.steps ?? []));
  let answer: Step[] = [];
  if (now().state.winner === null) {
    answer =
      attempt.puzzle.goal === "defend"
        ? await winningTurn(engine, now())
        : ((await engine.bestTurn?.(now().state, REPLY_NODES))?.steps ?? []);
    steps.push(...answer);
  }
  const shares = await engine.expectedShares?.(now().state, REPLY_NODES);
  return { steps, answer, after: shares?.[solver - 1] ?? 0 };
}

/** The next player's winning turn, by the proof. */
async function winningTurn(engine: Engine, from: PositionView): Promise<Step[]> {
  const { currentPlayer, turnNumber } = from.state;
  const steps: Step[] = [];
  let { state } = from;
  while (
    state.winner === null &&
    state.currentPlayer === currentPlayer &&
    state.turnNumber === turnNumber
  ) {
    const word = (await engine.proveWin?.(state, 1, PROOF_NODES))?.moves[0];
    if (word === undefined) return steps;
    steps.push(...(await engine.playAndSettle(state, await engine.parseMove(state, word))));
    state = steps.at(-1)?.view.state ?? state;
  }
  return steps;
}

/** Goes on after a right move: the answers of the others, or the end. */
async function continueAttempt(engine: Engine, attempt: Attempt): Promise<Attempt> {
  let now = attempt;
  for (;;) {
    const { state } = viewOf(now);
    const { goal } = now.puzzle;
    if (state.winner !== null)
      return { ...now, verdict: state.winner === solverOf(now) ? "solved" : "wrong" };
    if (isSolversTurn(now, state) && (goal === "win" || isFirstTurn(now, state))) return now;
    if (goal === "gain") return { ...now, verdict: "solved" };
    if (goal === "defend") return { ...now, verdict: await judgeDefence(engine, now) };
    if (turnsLeft(now) <= 0) return { ...now, verdict: "wrong" };
    now = await answerOnce(engine, now);
  }
}

async function answerOnce(engine: Engine, attempt: Attempt): Promise<Attempt> {
  const { state } = viewOf(attempt);
  const word =
    attempt.followed === null
      ? (await engine.analyse?.(state, REPLY_NODES, 1))?.lines[0]?.move
      : attempt.puzzle.solution[attempt.followed];
  if (word === undefined) return { ...attempt, verdict: "wrong" };
  const made = await engine.playAndSettle(state, await engine.parseMove(state, word));
  const followed = attempt.followed === null ? null : attempt.followed + 1;
  return { ...attempt, steps: [...attempt.steps, ...made], followed };
}

async function judgeDefence(engine: Engine, attempt: Attempt): Promise<Verdict> {
  if (attempt.followed !== null) return "solved";
  const proof = await engine.proveWin?.(viewOf(attempt).state, 1, PROOF_NODES);
  return proof && proof.turns === 0 && proof.complete ? "solved" : "wrong";
}

/** Whether a move off the solution's line is as good. */
async function isRight(
  engine: Engine,
  attempt: Attempt,
  view: PositionView,
  word: string,
): Promise<boolean> {
  if (attempt.puzzle.goal === "win") {
    const proof = await engine.proveWin?.(view.state, turnsLeft(attempt), PROOF_NODES);
    return proof?.moves.includes(word) ?? false;
  }
  const found = await engine.analyse?.(view.state, JUDGE_NODES, COMPARED_MOVES);
  const share = (at: number) => found?.lines[at]?.shares[solverOf(attempt) - 1] ?? 0;
  const at = found?.lines.findIndex(({ move }) => move === word) ?? -1;
  return at >= 0 && share(at) >= share(0) - NEARLY_AS_GOOD;
}

/** The position on the solution's line after a move, or null if it leaves the line. */
function nextFollowed({ followed, puzzle }: Attempt, word: string): number | null {
  return followed !== null && puzzle.solution[followed] === word ? followed + 1 : null;
}

/** Own turns that are left, the current one included. */
function turnsLeft(attempt: Attempt): number {
  const solver = solverOf(attempt);
  const ended = new Set<number>();
  let before = attempt.start.state;
  for (const { view } of attempt.steps) {
    const over = view.state.turnNumber !== before.turnNumber;
    if (over && before.currentPlayer === solver) ended.add(before.turnNumber);
    before = view.state;
  }
  return attempt.puzzle.turns - ended.size;
}

const isSolversTurn = (attempt: Attempt, state: State): boolean =>
  state.currentPlayer === solverOf(attempt);
const isFirstTurn = ({ start }: Attempt, state: State): boolean =>
  state.turnNumber === start.state.turnNumber;

export const wordOf = (state: State, move: Move): string =>
  notationOf(gridOf(state.board.type), move);
