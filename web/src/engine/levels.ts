// The ten levels (docs/reference/levels.md). Mirrors ringrift.players.levels: levels 1 to 9 choose
// the same moves everywhere.

import { messages } from "../messages";
import type { Decision } from "../rules/decision";
import { gridOf } from "../rules/grid";
import { notationOf } from "../rules/notation";
import { stateHash } from "../rules/stateHash";
import { type Move, RefusedError, type Seat, type State } from "../rules/wire";
import { drawAttention, drawMoves } from "./attention";
import type { KernelRules } from "./kernelRules";
import { settingsFor, TIMED_LEVEL } from "./levelSettings";
import { Rng } from "./rng";
import { MAX_ROOT_MOVES, type RootMove, type Searcher } from "./search";
import { kernelPlan, strongestPlan, withoutEarlyStop } from "./searchPlan";
import { TurnTime } from "./turnTime";

const DEFAULT_SECONDS = 1; // per decision of level 10
const OVERHEAD_SECONDS = 0.005; // reserved for work around the search
const TIMED_LEVEL_MEGABYTES = 64;

export interface LevelRequest {
  state: State;
  level: number;
  seed: number;
  /** For level 10. */
  seconds?: number;
  /** For hints of level 10: uses all its time, and counts none to the turn. */
  wholeTime?: boolean;
}

export class LevelPlayer {
  private readonly turnTime = new TurnTime();

  constructor(
    private readonly rules: KernelRules,
    private readonly search: Searcher,
  ) {}

  /** The move of a level; `onBestMove` receives the best move so far. */
  async chooseMove(
    { state, level, seed, seconds, wholeTime }: LevelRequest,
    onBestMove: (move: Move) => void,
  ): Promise<Move> {
    const { moves } = this.requireDecision(state);
    if (moves.length === 1) return moves[0] as Move;
    if (!Number.isInteger(level) || level < 1 || level > TIMED_LEVEL) {
      refuse("INVALID_SETUP", null, messages.engine.search.noLevel({ level, max: TIMED_LEVEL }));
    }
    if (level === TIMED_LEVEL)
      return this.chooseTimed(state, seed, seconds ?? DEFAULT_SECONDS, wholeTime, onBestMove);
    const settings = settingsFor(level, state.board.type, state.players.length);
    const rng = rngFor(`level ${level}`, seed, state);
    this.search.prepare(state, kernelPlan(settings.method), settings.megabytes);
    this.search.clear();
    const { nodes, depth, attention } = settings;
    const { rootMoves, depth: reached } = this.search.search(
      state,
      { nodes, depth },
      rng.bits64(),
      attention === null ? 1 : MAX_ROOT_MOVES,
      onBestMove,
    );
    // An interrupted search has not compared all moves.
    if (attention === null || reached < depth) return (rootMoves[0] as RootMove).move;
    return this.chooseNoticed(state, rootMoves, attention, rng);
  }

  /**
   * The best move that the level notices. If all of them cost more of its own rings than the best
   * move does, it looks at more moves.
   */
  private chooseNoticed(
    state: State,
    rootMoves: readonly RootMove[],
    attention: number,
    rng: Rng,
  ): Move {
    const grid = gridOf(state.board.type);
    const [best] = rootMoves as [RootMove];
    const ranks = new Map(rootMoves.map(({ move }, rank) => [notationOf(grid, move), rank]));
    const count = drawAttention(attention, rng);
    const noticed: { move: Move; rank: number }[] = [];
    const rings = this.ownRingsSpent(state, best.move);
    const isAcceptable = (move: Move) => this.ownRingsSpent(state, move) <= rings;
    for (const move of drawMoves(state, this.movesByNotation(state), rng)) {
      if (noticed.length < count) {
        noticed.push({ move, rank: ranks.get(notationOf(grid, move)) ?? MAX_ROOT_MOVES });
        if (noticed.length < count) continue;
        noticed.sort((one, other) => one.rank - other.rank);
        const found = noticed.find((each) => isAcceptable(each.move));
        if (found) return found.move;
      } else if (isAcceptable(move)) return move;
    }
    return best.move;
  }

  /** The time for fetching a network does not count: it happens once. */
  private async chooseTimed(
    state: State,
    seed: number,
    seconds: number,
    wholeTime: boolean | undefined,
    onBestMove: (move: Move) => void,
  ): Promise<Move> {
    const plan = await strongestPlan(state, seconds);
    const started = performance.now();
    const limit = wholeTime ? seconds : this.turnTime.decisionSeconds(state, seconds);
    const deadline = started + (limit - OVERHEAD_SECONDS) * 1000;
    this.search.prepare(state, wholeTime ? withoutEarlyStop(plan) : plan, TIMED_LEVEL_MEGABYTES);
    const milliseconds = Math.max(1, Math.round(deadline - performance.now()));
    const report = this.search.search(
      state,
      { milliseconds },
      rngFor(`level ${TIMED_LEVEL}`, seed, state).bits64(),
      1,
      onBestMove,
    );
    if (!wholeTime) this.turnTime.add((performance.now() - started) / 1000, seconds);
    return (report.rootMoves[0] as RootMove).move;
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

function ringsOnBoard(state: State, seat: Seat): number {
  const stacks = Object.values(state.board.stacks);
  return stacks.reduce((sum, { rings }) => sum + rings.filter((ring) => ring === seat).length, 0);
}

function refuse(code: string, rule: string | null, message: string): never {
  throw new RefusedError({ code, rule, message });
}
