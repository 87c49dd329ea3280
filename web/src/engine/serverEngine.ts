// The engine of a page without WebAssembly: the server.

import { request } from "../api/http";
import { formatPosition, parsePosition } from "../records/positionString";
import type { AnnotatedMove } from "../records/record";
import type { Decision } from "../rules/decision";
import { isBookkeeping } from "../rules/moves";
import { findMove, readNotation } from "../rules/notation";
import { monotoneSum, withoutHistory } from "../rules/state";
import { stateHash } from "../rules/stateHash";
import { type Move, type Refusal, RefusedError, type Setup, type State } from "../rules/wire";
import type { Engine, PositionView, RecordReplay, Step } from "./engine";

interface Verdict {
  legal: boolean;
  error: Refusal | null;
  state: State;
  notation: string;
}
type DecisionJson = Omit<Decision, "seat" | "kind"> & {
  seat: Decision["seat"] | null;
  kind: Decision["kind"] | null;
};
type MovePage = DecisionJson & { next: number | null };
interface AnnotatedMoveJson {
  move: Move;
  notation: string;
  bookkeeping: boolean;
  turn: number;
  comment: string;
  timestamp: string | null;
  think_time_ms: number | null;
  marks: string[];
  variations: AnnotatedMoveJson[][];
}
interface ReplayJson {
  setup: Setup;
  start: string;
  names: string[];
  tags: Record<string, string>;
  comment: string;
  marks: string[];
  moves: (AnnotatedMoveJson & { position: string })[];
  outcome: { winner: number; reason: string } | null;
  state: State;
}

export class ServerEngine implements Engine {
  readonly runsIn = "server";

  async newGame(setup: Setup): Promise<PositionView> {
    const { state, offer } = await request<{ state: State; offer: DecisionJson }>(
      "POST",
      "/rules/new_game",
      setup,
    );
    return viewOf(state, offer);
  }

  async inspect(state: State): Promise<PositionView> {
    return this.viewPosition({ state: withoutHistory(state) });
  }

  async play(state: State, move: Move): Promise<Step> {
    const verdict = await this.evaluate(state, move);
    if (!verdict.legal && verdict.error) throw new RefusedError(verdict.error);
    const after = withoutHistory(verdict.state);
    const decision = await listMoves(after);
    return {
      move,
      notation: verdict.notation,
      bookkeeping: isBookkeeping(move.type),
      view: viewOf(after, decision),
    };
  }

  async playAndSettle(state: State, move: Move): Promise<Step[]> {
    const first = await this.play(state, move);
    return [first, ...(await this.settleFrom(first.view))];
  }

  async settle(state: State): Promise<Step[]> {
    return this.settleFrom(await this.inspect(state));
  }

  async chooseMove(state: State, level: number, seed: number): Promise<Move> {
    const body = { state: withoutHistory(state), level, seed };
    return (await request<{ move: Move }>("POST", "/rules/choose", body)).move;
  }

  /** The server limits its searches to a few seconds. */
  stopSearch(): void {}

  async whyIllegal(state: State, move: Move): Promise<Refusal | null> {
    return (await this.evaluate(state, move)).error;
  }

  async parseMove(state: State, notation: string): Promise<Move> {
    const { decision } = await this.inspect(state);
    const named = readNotation(state, notation, decision);
    const found = findMove(decision, notation);
    if (found) return found;
    const refusal = await this.whyIllegal(state, named);
    throw refusal ? new RefusedError(refusal) : new Error(`no reason against ${notation}`);
  }

  async fromPositionString(text: string): Promise<PositionView> {
    return this.viewPosition({ position: text });
  }

  async toPositionString(state: State): Promise<string> {
    return formatPosition(state);
  }

  async replay(record: string): Promise<RecordReplay> {
    const replayed = await request<ReplayJson>("POST", "/rules/replay", { record });
    const { setup, start, names, tags, comment, marks, moves, outcome, state } = replayed;
    const { parseMark } = await import("../records/marks");
    const annotated = (move: AnnotatedMoveJson): AnnotatedMove => ({
      move: move.move,
      notation: move.notation,
      bookkeeping: move.bookkeeping,
      turn: move.turn,
      annotation: {
        comment: move.comment,
        timestamp: move.timestamp,
        thinkTimeMs: move.think_time_ms,
        marks: move.marks.map(parseMark),
      },
      variations: move.variations.map((variation) => variation.map(annotated)),
    });
    const found = moves.map(annotated);
    // A position string has no ranking; only the last state can be over.
    const viewAt = (position: string): PositionView => {
      const parsed = parsePosition(position);
      return viewOf(parsed.winner === null ? parsed : state, null);
    };
    return {
      setup,
      names,
      tags,
      start: viewAt(start),
      steps: moves.map(({ move, notation, bookkeeping, position }) => ({
        move,
        notation,
        bookkeeping,
        view: viewAt(position),
      })),
      comment,
      marks: marks.map(parseMark),
      annotations: found.map(({ annotation }) => annotation),
      variations: found.map(({ variations }) => variations),
      end: viewOf(withoutHistory(state), null),
      result: outcome && `${outcome.winner}+${outcome.reason}`,
    };
  }

  close(): void {}

  private evaluate(state: State, move: Move): Promise<Verdict> {
    return request("POST", "/rules/evaluate_move", { state: withoutHistory(state), move });
  }

  /** The server checks the position and derives what is missing. */
  private async viewPosition(
    position: { position: string } | { state: State },
  ): Promise<PositionView> {
    const { state } = await request<{ state: State }>("POST", "/rules/position", position);
    const checked = withoutHistory(state);
    return viewOf(checked, await listMoves(checked));
  }

  private async settleFrom(view: PositionView): Promise<Step[]> {
    const steps: Step[] = [];
    for (let { state, decision } = view; decision !== null && !decision.interactive; ) {
      const step = await this.play(state, decision.moves[0] as Move);
      steps.push(step);
      ({ state, decision } = step.view);
    }
    return steps;
  }
}

/** The server sends the moves in pages. */
async function listMoves(state: State): Promise<DecisionJson> {
  const pages: MovePage[] = [];
  for (let first: number | null = 0; first !== null; ) {
    const page: MovePage = await request("POST", "/rules/legal_moves", { state, first });
    pages.push(page);
    first = page.next;
  }
  const { seat, kind, interactive } = pages[0] as MovePage;
  return {
    seat,
    kind,
    interactive,
    moves: pages.flatMap((page) => page.moves),
    notation: pages.flatMap((page) => page.notation),
  };
}

function viewOf(state: State, offered: DecisionJson | null): PositionView {
  const decision =
    offered && offered.seat !== null && offered.kind !== null ? (offered as Decision) : null;
  return {
    state: withoutHistory(state),
    hash: stateHash(state),
    monotoneSum: monotoneSum(state),
    decision,
  };
}
