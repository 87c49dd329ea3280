// The engine of a page that has no kernel: the server decides what is legal, and thinks.

import { request } from "../api/http";
import { importState } from "../rules/importState";
import { monotoneSum } from "../rules/monotoneSum";
import { isBookkeeping } from "../rules/moves";
import { parseMove } from "../rules/notation";
import { readPosition, writePosition } from "../rules/positionString";
import { stateHash } from "../rules/stateHash";
import { type Move, type Refusal, RefusedError, type State } from "../rules/wire";
import type { Engine, Offer, PositionView, RecordReplay, Setup, Step } from "./engine";

interface Verdict {
  legal: boolean;
  error: Refusal | null;
  state: State;
  notation: string;
}
type Offered = Omit<Offer, "seat" | "kind"> & {
  seat: Offer["seat"] | null;
  kind: Offer["kind"] | null;
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
  readonly where = "server";

  async newGame(setup: Setup): Promise<PositionView> {
    const { state, offer } = await request<{ state: State; offer: Offered }>(
      "POST",
      "/rules/new_game",
      setup,
    );
    return sightOf(state, offer);
  }

  async see(state: State): Promise<PositionView> {
    const checked = importState(state);
    return sightOf(
      checked,
      await request<Offered>("POST", "/rules/legal_moves", { state: checked }),
    );
  }

  async play(state: State, move: Move): Promise<Step> {
    const verdict = await request<Verdict>("POST", "/rules/evaluate_move", {
      state: bare(state),
      move,
    });
    if (!verdict.legal && verdict.error) throw new RefusedError(verdict.error);
    const after = bare(verdict.state);
    const offer = await request<Offered>("POST", "/rules/legal_moves", { state: after });
    return {
      move,
      notation: verdict.notation,
      bookkeeping: isBookkeeping(move.type),
      view: sightOf(after, offer),
    };
  }

  async playOn(state: State, move: Move): Promise<Step[]> {
    const first = await this.play(state, move);
    return [first, ...(await this.settledFrom(first.view))];
  }

  async settle(state: State): Promise<Step[]> {
    return this.settledFrom(await this.see(state));
  }

  async choose(state: State, level: number, seed: number): Promise<Move> {
    const question = { state: bare(state), level, seed };
    return (await request<{ move: Move }>("POST", "/rules/choose", question)).move;
  }

  /** The server ends a search by itself, after some seconds at most. */
  stop(): void {}

  async parseMove(state: State, notation: string): Promise<Move> {
    return parseMove(await this.see(state), notation);
  }

  async fromPositionString(text: string): Promise<PositionView> {
    return this.see(readPosition(text));
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
      start: sightOf(readPosition(start), null),
      steps: moves.map(({ move, notation, bookkeeping, position }) => ({
        move,
        notation,
        bookkeeping,
        view: sightOf(readPosition(position), null),
      })),
      remarks: moves.map(({ comment, timestamp, think_time_ms }) => ({
        comment,
        timestamp,
        thinkTimeMs: think_time_ms,
      })),
      end: sightOf(bare(state), null),
      result: outcome && `${outcome.winner}+${outcome.reason}`,
    };
  }

  close(): void {}

  private async settledFrom(view: PositionView): Promise<Step[]> {
    const steps: Step[] = [];
    for (let { state, offer } = view; offer !== null && !offer.interactive; ) {
      const step = await this.play(state, offer.moves[0] as Move);
      steps.push(step);
      ({ state, offer } = step.view);
    }
    return steps;
  }
}

/** The server's history is not the engine's business: whoever plays keeps the steps. */
function bare(state: State): State {
  return { ...state, moveHistory: [] };
}

function sightOf(state: State, offered: Offered | null): PositionView {
  const offer =
    offered && offered.seat !== null && offered.kind !== null ? (offered as Offer) : null;
  return { state: bare(state), hash: stateHash(state), s: monotoneSum(state), offer };
}
