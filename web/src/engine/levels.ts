// The ten levels (docs/reference/levels.md). Mirrors ringrift.players.levels: levels 1 to 9 choose
// the same moves everywhere.

import { messages } from "../messages";
import type { Decision } from "../rules/decision";
import { stateHash } from "../rules/stateHash";
import { type Move, RefusedError, type Seat, type State } from "../rules/wire";
import type { KernelRules } from "./kernelRules";
import {
  type LevelSettings,
  QUICK_SEARCH,
  settingsFor,
  TIMED_LEVEL,
  timedMethod,
} from "./levelSettings";
import { Rng } from "./rng";
import type { RootMove, Searcher, SearchReport } from "./search";

const DEFAULT_SECONDS = 1; // per decision of level 10
const OVERHEAD_SECONDS = 0.005; // reserved for work around the search
const CERTAIN_WIN_SHARE = 0.9995;
const TIMED_LEVEL_MEGABYTES = 64;

export interface LevelRequest {
  state: State;
  level: number;
  seed: number;
  /** For level 10. */
  seconds?: number;
}

export class LevelPlayer {
  constructor(
    private readonly rules: KernelRules,
    private readonly search: Searcher,
  ) {}

  /** The move of a level; `onBestMove` receives the best move so far. */
  chooseMove(
    { state, level, seed, seconds }: LevelRequest,
    onBestMove: (move: Move) => void,
  ): Move {
    const { moves } = this.requireDecision(state);
    if (moves.length === 1) return moves[0] as Move;
    if (!Number.isInteger(level) || level < 1 || level > TIMED_LEVEL) {
      refuse("INVALID_SETUP", null, messages.engine.search.noLevel({ level, max: TIMED_LEVEL }));
    }
    if (level === TIMED_LEVEL)
      return this.chooseTimed(state, seed, seconds ?? DEFAULT_SECONDS, onBestMove);
    const settings = settingsFor(level, state.board.type, state.players.length);
    const rng = rngFor(`level ${level}`, seed, state);
    this.search.prepare(state, settings.method, settings.megabytes);
    this.search.clear();
    const { nodes, depth } = settings;
    const report = this.search.search(
      state,
      { nodes, depth },
      rng.bits64(),
      settings.candidates,
      onBestMove,
    );
    return this.applySlack(state, report, settings, rng);
  }

  /** Picks a move from the search result by the level's slack. */
  private applySlack(state: State, report: SearchReport, settings: LevelSettings, rng: Rng): Move {
    const best = report.rootMoves[0] as RootMove;
    if (settings.slack === 0 || ownShare(best) >= CERTAIN_WIN_SHARE) return best.move;
    if (settings.draws > 0) return this.drawAcceptableMove(state, best.move, settings, rng);
    // The last depth is incomplete, so the scores are not comparable.
    if (report.depth < settings.depth) return best.move;
    return this.drawNearBest(state, report.rootMoves, settings.slack, rng);
  }

  private chooseTimed(
    state: State,
    seed: number,
    seconds: number,
    onBestMove: (move: Move) => void,
  ): Move {
    const deadline = performance.now() + (seconds - OVERHEAD_SECONDS) * 1000;
    const name =
      seconds === DEFAULT_SECONDS ? `level ${TIMED_LEVEL}` : `level ${TIMED_LEVEL} at ${seconds} s`;
    this.search.prepare(
      state,
      timedMethod(state.board.type, state.players.length),
      TIMED_LEVEL_MEGABYTES,
    );
    const milliseconds = Math.max(1, Math.round(deadline - performance.now()));
    const report = this.search.search(
      state,
      { milliseconds },
      rngFor(name, seed, state).bits64(),
      1,
      onBestMove,
    );
    return (report.rootMoves[0] as RootMove).move;
  }

  /** The first of some random moves that is not clearly worse than the best. */
  private drawAcceptableMove(state: State, best: Move, settings: LevelSettings, rng: Rng): Move {
    const moves = this.movesByNotation(state);
    const least = this.shareAfter(state, best, rng) - settings.slack;
    const rings = this.ownRingsSpent(state, best);
    for (const move of rng.sample(moves, Math.min(settings.draws, moves.length))) {
      if (this.ownRingsSpent(state, move) <= rings && this.shareAfter(state, move, rng) >= least)
        return move;
    }
    return best;
  }

  /** The mover's share after a move, by a quick search. */
  private shareAfter(state: State, move: Move, rng: Rng): number {
    const after = this.rules.playAndSettle(state, move).at(-1)?.view.state as State;
    const shares =
      after.winner === null
        ? (this.search.search(after, QUICK_SEARCH, rng.bits64()).rootMoves[0]?.shares ?? [])
        : after.players.map((player) => Number(player.playerNumber === after.winner));
    // After a swap the mover has the other seat [R180].
    return shares[move.type === "swap_sides" ? 2 - move.player : move.player - 1] ?? 0;
  }

  /** The best move or one that is nearly as good; the better, the likelier. */
  private drawNearBest(
    state: State,
    rootMoves: readonly RootMove[],
    slack: number,
    rng: Rng,
  ): Move {
    const [best, ...others] = rootMoves as [RootMove, ...RootMove[]];
    const rings = this.ownRingsSpent(state, best.move);
    const near = others.filter((rootMove) => ownShare(best) - ownShare(rootMove) <= slack);
    const fair = [
      best,
      ...near.filter((rootMove) => this.ownRingsSpent(state, rootMove.move) <= rings),
    ];
    // A move at the edge of the slack has about a tenth of the weight of the best.
    const weights = fair.map((rootMove) =>
      Math.trunc((1.1 - (ownShare(best) - ownShare(rootMove)) / slack) * 1000),
    );
    return rng.weightedChoice(fair, weights).move;
  }

  /** How many of the player's own rings the move removes from the board. */
  private ownRingsSpent(state: State, move: Move): number {
    const after = this.rules.replayMove(state, move).view.state;
    const placed = move.type === "place_ring" ? move.placementCount : 0;
    return ringsOnBoard(state, move.player) + placed - ringsOnBoard(after, move.player);
  }

  /** The legal moves ordered by notation, which is the same in every engine. */
  private movesByNotation(state: State): Move[] {
    const { moves, notation } = this.requireDecision(state);
    return moves
      .map((move, at) => ({ move, text: notation[at] ?? "" }))
      .sort((one, other) => (one.text < other.text ? -1 : 1))
      .map(({ move }) => move);
  }

  private requireDecision(state: State): Decision {
    const decision = this.rules.decision(state);
    if (decision === null) return refuse("GAME_OVER", "R170", messages.engine.search.gameOver);
    if (decision.interactive) return decision;
    return refuse(
      "BOOKKEEPING_DUE",
      "R075",
      messages.engine.search.bookkeepingDue({ move: decision.moves[0]?.type ?? "" }),
    );
  }
}

function rngFor(who: string, seed: number, state: State): Rng {
  return new Rng(`${who}/${seed}/${stateHash(state)}`);
}

function ownShare(rootMove: RootMove): number {
  return rootMove.shares[rootMove.move.player - 1] ?? 0;
}

function ringsOnBoard(state: State, seat: Seat): number {
  const stacks = Object.values(state.board.stacks);
  return stacks.reduce((sum, { rings }) => sum + rings.filter((ring) => ring === seat).length, 0);
}

function refuse(code: string, rule: string | null, message: string): never {
  throw new RefusedError({ code, rule, message });
}
