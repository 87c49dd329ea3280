// Replays a record move by move, then verifies what it claims about its end.

import problems from "messages:records";
import { chainTip } from "../records/hashChain";
import { readRecordJson } from "../records/jsonLines";
import { checkMarks } from "../records/marks";
import { isRecordText, readRecordText } from "../records/readText";
import {
  type AnnotatedMove,
  type Claims,
  type Entry,
  findSwap,
  type Heading,
  type ParsedRecord,
  RecordError,
} from "../records/record";
import { HOST_REASONS } from "../rules/enums";
import { canonicalJson } from "../rules/stateHash";
import { type Move, RefusedError, type State } from "../rules/wire";
import type { PositionView, RecordReplay, Step } from "./engine";
import { type KernelRules, viewOf } from "./kernelRules";

const MAX_MOVES = 50_000; // longer than any possible game

export function replayRecord(rules: KernelRules, text: string): RecordReplay {
  const written = readRecord(text);
  const { entries, claims } = written;
  if (countMoves(entries) > MAX_MOVES)
    throw new RecordError("TOO_LONG", problems.tooLong({ max: MAX_MOVES }), {});
  const start = startView(rules, written.heading);
  const heading = { ...written.heading, initial: written.heading.initial && start.state };
  const steps: Step[] = [];
  const variations: AnnotatedMove[][][] = [];
  checkMarks(heading.setup.board, written.marks);
  for (const entry of entries) {
    const before = steps.at(-1)?.view.state ?? start.state;
    const step = replayEntry(rules, before, entry, steps.length + 1);
    variations.push(replayVariations(rules, before, entry, step.move, steps.length + 1));
    steps.push(step);
  }
  const last = steps.at(-1)?.view ?? start;
  const end = withHostResult(rules, last, claims);
  checkClaims(heading, claims, steps, end);
  return {
    setup: heading.setup,
    names: heading.names,
    tags: heading.tags,
    start,
    steps,
    comment: written.comment,
    marks: written.marks,
    annotations: entries.map((entry) => entry.annotation),
    variations,
    end,
    result: claims.winner === null ? null : `${claims.winner}+${claims.reason}`,
  };
}

function readRecord(text: string): ParsedRecord {
  if (isRecordText(text)) return readRecordText(text);
  if (text.trimStart().startsWith("{")) return readRecordJson(text);
  throw new RecordError("UNKNOWN_FORM", problems.unknownFormat, { line: 1 });
}

function startView(rules: KernelRules, { setup, initial }: Heading): PositionView {
  if (initial === null) return { ...rules.newGame(setup), decision: null };
  const found = {
    board: initial.board.type,
    players: initial.players.length,
    edition: initial.edition,
    swap: initial.swap.enabled,
  };
  for (const name of ["board", "players", "edition", "swap"] as const) {
    if (found[name] !== setup[name])
      throw new RecordError("CONTRADICTION", problems.headersDisagree({ name }), {});
  }
  try {
    return { ...rules.check(initial), decision: null };
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    const { code, message, rule } = error.refusal;
    throw new RecordError(code, problems.position({ problem: message }), {}, rule);
  }
}

function countMoves(entries: readonly Entry[]): number {
  const inVariations = ({ variations }: Entry) =>
    variations.reduce((sum, variation) => sum + countMoves(variation), 0);
  return entries.reduce((sum, entry) => sum + 1 + inVariations(entry), 0);
}

/** Replays what could have been played instead of a move. */
function replayVariations(
  rules: KernelRules,
  before: State,
  { variations, line }: Entry,
  move: Move,
  number: number,
): AnnotatedMove[][] {
  const first = new Set([canonicalJson(move)]);
  return variations.map((entries) => {
    let state = before;
    const moves = entries.map((entry, at): AnnotatedMove => {
      const step = replayEntry(rules, state, entry, number + at);
      const now = state;
      state = step.view.state;
      return {
        move: step.move,
        notation: step.notation,
        bookkeeping: step.bookkeeping,
        turn: now.turnNumber,
        annotation: entry.annotation,
        variations: replayVariations(rules, now, entry, step.move, number + at),
      };
    });
    const begin = canonicalJson(moves[0]?.move);
    if (first.has(begin))
      throw new RecordError("MALFORMED", problems.variationRepeats, { line, move: number });
    first.add(begin);
    return moves;
  });
}

function replayEntry(rules: KernelRules, state: State, entry: Entry, number: number): Step {
  const where = { line: entry.line, move: number };
  if (entry.turn !== null && entry.turn !== state.turnNumber) {
    throw new RecordError(
      "MOVE_MISSING",
      problems.turnNumber({ written: entry.turn, turn: state.turnNumber }),
      where,
    );
  }
  try {
    checkMarks(state.board.type, entry.annotation.marks);
    const move = typeof entry.move === "string" ? rules.parseMove(state, entry.move) : entry.move;
    return rules.replayMove(state, move);
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    throw explainRefusal(rules, state, entry.move, error, where);
  }
}

/** Why the written move cannot be played. */
function explainRefusal(
  rules: KernelRules,
  state: State,
  written: string | Move,
  error: RefusedError,
  where: { line: number | null; move: number },
): RecordError {
  const word = typeof written === "string" ? written : written.type;
  const decision = rules.decision(state);
  const due = decision && !decision.interactive ? decision.moves[0]?.type : undefined;
  if (due !== undefined && word !== "-" && word !== due) {
    return new RecordError(
      "MOVE_MISSING",
      problems.moveMissing({ due, written: word }),
      where,
      "R075",
    );
  }
  const { code, message, rule } = error.refusal;
  return new RecordError(
    code,
    problems.moveRefused({ written: word, problem: message }),
    where,
    rule,
  );
}

/** Adds the host's result to the last state. */
function withHostResult(
  rules: KernelRules,
  last: PositionView,
  { winner, reason }: Claims,
): PositionView {
  if (
    last.state.winner !== null ||
    winner === null ||
    reason === null ||
    !HOST_REASONS.includes(reason)
  )
    return last;
  return viewOf(rules.endGame(last.state, winner, reason), null);
}

function checkClaims(
  heading: Omit<Heading, "initial"> & { initial: State | null },
  claims: Claims,
  steps: readonly Step[],
  end: PositionView,
): void {
  const { state, hash } = end;
  const refuse = (code: string, message: string, rule: string | null = "R170"): never => {
    throw new RecordError(code, message, {}, rule);
  };
  if (claims.length !== null && claims.length !== steps.length) {
    refuse(
      "MOVE_MISSING",
      problems.moveCount({ found: steps.length, claimed: claims.length }),
      null,
    );
  }
  if (claims.winner !== state.winner || claims.reason !== state.victoryReason) {
    const [found, claimed] = [
      describeResult(state.winner, state.victoryReason),
      describeResult(claims.winner, claims.reason),
    ];
    refuse("WRONG_RESULT", problems.otherResult({ move: steps.length, found, claimed }));
  }
  const ranks = [...(state.ranking ?? [])]
    .sort((a, b) => a.playerNumber - b.playerNumber)
    .map(({ rank }) => rank);
  if (claims.ranks !== null && claims.ranks.join(" ") !== ranks.join(" ")) {
    refuse(
      "WRONG_RANKING",
      problems.otherRanking({ found: ranks.join(" "), claimed: claims.ranks.join(" ") }),
    );
  }
  if (claims.finalHash !== null && claims.finalHash !== hash) {
    refuse("WRONG_HASH", problems.otherHash({ found: hash, claimed: claims.finalHash }));
  }
  const moves = steps.map((step) => step.move);
  const swap = findSwap(moves);
  if (claims.swappedAt !== null && claims.swappedAt !== swap) {
    const found = swap === null ? problems.noSwap : problems.swapAt({ move: swap });
    refuse("WRONG_SWAP", problems.otherSwap({ claimed: claims.swappedAt, found }), "R180");
  }
  if (claims.tip !== null && claims.tip !== chainTip(heading, moves, state)) {
    refuse("CHAIN_BROKEN", problems.chainBroken);
  }
}

function describeResult(winner: number | null, reason: string | null): string {
  return winner === null
    ? problems.notOver
    : problems.wonBy({ seat: winner, reason: reason ?? "" });
}
