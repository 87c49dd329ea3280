// Playing a record through: every move in the state that it is played in, then what the record claims about its end.

import { chainTip } from "../records/hashChain";
import { readRecordJson } from "../records/jsonLines";
import { isRecordText, readRecordText } from "../records/readText";
import {
  type Claims,
  type Entry,
  type Heading,
  RecordError,
  type Written,
} from "../records/record";
import { HOST_REASONS } from "../rules/enums";
import { concluded } from "../rules/ranking";
import { type Move, RefusedError, type State } from "../rules/wire";
import { words } from "../strings";
import type { PositionView, RecordReplay, Step } from "./engine";
import { type Rules, viewOf } from "./kernelRules";

const say = words.engine.record;
const MOST_MOVES = 50_000; // beyond any game that can be played

export function replayRecord(rules: Rules, text: string): RecordReplay {
  const written = readWritten(text);
  const { heading, entries, claims } = written;
  if (entries.length > MOST_MOVES) throw new RecordError("TOO_LONG", say.tooLong(MOST_MOVES), {});
  const start = startOf(rules, heading);
  const steps: Step[] = [];
  for (const entry of entries) {
    steps.push(played(rules, steps.at(-1)?.view.state ?? start.state, entry, steps.length + 1));
  }
  const last = steps.at(-1)?.view ?? start;
  const end = ended(last, claims);
  checkClaims(written, steps, end);
  return {
    setup: heading.setup,
    names: heading.names,
    tags: heading.tags,
    start,
    steps,
    annotations: entries.map((entry) => entry.remark),
    end,
    result: claims.winner === null ? null : `${claims.winner}+${claims.reason}`,
  };
}

function readWritten(text: string): Written {
  if (isRecordText(text)) return readRecordText(text);
  if (text.trimStart().startsWith("{")) return readRecordJson(text);
  throw new RecordError("UNKNOWN_FORM", say.unknownForm, { line: 1 });
}

function startOf(rules: Rules, { setup, initial }: Heading): PositionView {
  if (initial === null) return { ...rules.newGame(setup), decision: null };
  const found = {
    board: initial.board.type,
    players: initial.players.length,
    edition: initial.edition,
    swap: initial.swap.enabled,
  };
  for (const name of ["board", "players", "edition", "swap"] as const) {
    if (found[name] !== setup[name])
      throw new RecordError("CONTRADICTION", say.headersDisagree(name), {});
  }
  return viewOf(initial, null);
}

function played(rules: Rules, state: State, entry: Entry, number: number): Step {
  const where = { line: entry.line, move: number };
  if (entry.turn !== null && entry.turn !== state.turnNumber) {
    throw new RecordError("MOVE_MISSING", say.turnLost(entry.turn, state.turnNumber), where);
  }
  try {
    const move =
      typeof entry.written === "string" ? rules.parse(state, entry.written) : entry.written;
    return rules.replayed(state, move);
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    throw refused(rules, state, entry.written, error, where);
  }
}

/** Why the move as written cannot be the next one. */
function refused(
  rules: Rules,
  state: State,
  written: string | Move,
  error: RefusedError,
  where: { line: number | null; move: number },
): RecordError {
  const word = typeof written === "string" ? written : written.type;
  const decision = rules.decision(state);
  const due = decision && !decision.interactive ? decision.moves[0]?.type : undefined;
  if (due !== undefined && word !== "-" && word !== due) {
    return new RecordError("MOVE_MISSING", say.moveMissing(due, word), where, "R075");
  }
  const { code, message, rule } = error.refusal;
  return new RecordError(code, say.moveRefused(word, message), where, rule);
}

/** A host's result is part of the last state. */
function ended(last: PositionView, { winner, reason }: Claims): PositionView {
  if (
    last.state.winner !== null ||
    winner === null ||
    reason === null ||
    !HOST_REASONS.includes(reason)
  )
    return last;
  return viewOf(concluded(last.state, winner, reason), null);
}

function checkClaims(
  { heading, claims }: Written,
  steps: readonly Step[],
  end: PositionView,
): void {
  const { state, hash } = end;
  const refuse = (code: string, message: string, rule = "R170"): never => {
    throw new RecordError(code, message, {}, rule);
  };
  if (claims.length !== null && claims.length !== steps.length) {
    refuse("MOVE_MISSING", say.movesCounted(steps.length, claims.length), "R074");
  }
  if (claims.winner !== state.winner || claims.reason !== state.victoryReason) {
    const [found, claimed] = [
      inWords(state.winner, state.victoryReason),
      inWords(claims.winner, claims.reason),
    ];
    refuse("WRONG_RESULT", say.endedOtherwise(steps.length, found, claimed));
  }
  const ranks = [...(state.ranking ?? [])]
    .sort((a, b) => a.playerNumber - b.playerNumber)
    .map(({ rank }) => rank);
  if (claims.ranks !== null && claims.ranks.join(" ") !== ranks.join(" ")) {
    refuse("WRONG_RANKING", say.otherRanks(ranks.join(" "), claims.ranks.join(" ")));
  }
  if (claims.finalHash !== null && claims.finalHash !== hash) {
    refuse("WRONG_HASH", say.otherHash(hash, claims.finalHash), "R190");
  }
  const moves = steps.map((step) => step.move);
  if (claims.tip !== null && claims.tip !== chainTip(heading, moves, state)) {
    refuse("CHAIN_BROKEN", say.chainBroken, "R190");
  }
}

function inWords(winner: number | null, reason: string | null): string {
  return winner === null ? say.notOver : say.wonBy(winner, reason ?? "");
}
