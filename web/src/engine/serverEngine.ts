// The engine of a page that has no kernel: the server decides what is legal, and thinks.

import { request } from "../api/http";
import { importState } from "../rules/importState";
import { monotoneSum } from "../rules/monotoneSum";
import { isBookkeeping } from "../rules/moves";
import { parseMove } from "../rules/notation";
import { readPosition, writePosition } from "../rules/positionString";
import { stateHash } from "../rules/stateHash";
import { type Move, type Refusal, RefusedError, type State } from "../rules/wire";
import type { Decision, Engine, PositionView, RecordReplay, Setup, Step } from "./engine";

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
interface Replayed {
  setup: Setup;
  start: string;
  names: string[];
  tags: Record<string, string>;
  moves: {
    move: Move;
    notation: string;
    bookkeeping: boolean;
    position: string;
    comment: string;
    timestamp: string | null;
    think_time_ms: number | null;
  }[];
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
    const checked = importState(state);
    return viewOf(
      checked,
      await request<DecisionJson>("POST", "/rules/legal_moves", { state: checked }),
    );
  }

  async play(state: State, move: Move): Promise<Step> {
    const verdict = await request<Verdict>("POST", "/rules/evaluate_move", {
      state: bare(state),
      move,
    });
    if (!verdict.legal && verdict.error) throw new RefusedError(verdict.error);
    const after = bare(verdict.state);
    const decision = await request<DecisionJson>("POST", "/rules/legal_moves", { state: after });
    return {
      move,
      notation: verdict.notation,
      bookkeeping: isBookkeeping(move.type),
      view: viewOf(after, decision),
    };
  }

  async playAndSettle(state: State, move: Move): Promise<Step[]> {
    const first = await this.play(state, move);
    return [first, ...(await this.settledFrom(first.view))];
  }

  async settle(state: State): Promise<Step[]> {
    return this.settledFrom(await this.inspect(state));
  }

  async chooseMove(state: State, level: number, seed: number): Promise<Move> {
    const question = { state: bare(state), level, seed };
    return (await request<{ move: Move }>("POST", "/rules/choose", question)).move;
  }

  /** The server ends a search by itself, after some seconds at most. */
  stopSearch(): void {}

  async parseMove(state: State, notation: string): Promise<Move> {
    return parseMove(await this.inspect(state), notation);
  }

  async fromPositionString(text: string): Promise<PositionView> {
    return this.inspect(readPosition(text));
  }

  async toPositionString(state: State): Promise<string> {
    return writePosition(state);
  }

  async replay(record: string): Promise<RecordReplay> {
    const { setup, start, names, tags, moves, outcome, state } = await request<Replayed>(
      "POST",
      "/rules/replay",
      { record },
    );
    return {
      setup,
      names,
      tags,
      start: viewOf(readPosition(start), null),
      steps: moves.map(({ move, notation, bookkeeping, position }) => ({
        move,
        notation,
        bookkeeping,
        view: viewOf(readPosition(position), null),
      })),
      annotations: moves.map(({ comment, timestamp, think_time_ms }) => ({
        comment,
        timestamp,
        thinkTimeMs: think_time_ms,
      })),
      end: viewOf(bare(state), null),
      result: outcome && `${outcome.winner}+${outcome.reason}`,
    };
  }

  close(): void {}

  private async settledFrom(view: PositionView): Promise<Step[]> {
    const steps: Step[] = [];
    for (let { state, decision } = view; decision !== null && !decision.interactive; ) {
      const step = await this.play(state, decision.moves[0] as Move);
      steps.push(step);
      ({ state, decision } = step.view);
    }
    return steps;
  }
}

/** The server's history is not the engine's business: whoever plays keeps the steps. */
function bare(state: State): State {
  return { ...state, moveHistory: [] };
}

function viewOf(state: State, offered: DecisionJson | null): PositionView {
  const decision =
    offered && offered.seat !== null && offered.kind !== null ? (offered as Decision) : null;
  return { state: bare(state), hash: stateHash(state), monotoneSum: monotoneSum(state), decision };
}
