// The ten levels (docs/reference/levels.md). Twin of ringrift.players.levels: 1 to 9 choose the same moves everywhere.

import { stateHash } from "../rules/stateHash";
import { type Move, RefusedError, type Seat, type State } from "../rules/wire";
import { words } from "../strings";
import type { Decision } from "./engine";
import type { Rules } from "./kernelRules";
import { GLANCE, type Strength, strengthOf, TIMED, timedMethod } from "./levelSettings";
import { Dice } from "./rng";
import type { Line, Report, Search } from "./search";

const USUAL_SECONDS = 1; // that level 10 thinks about a decision
const BORDER_SECONDS = 0.005; // kept for what happens around the search
const CERTAIN = 0.9995; // a share that is a win
const MEMORY = 64; // megabytes of level 10

export interface Question {
  state: State;
  level: number;
  seed: number;
  /** For level 10. */
  seconds?: number;
}

export class Levels {
  constructor(
    private readonly rules: Rules,
    private readonly search: Search,
  ) {}

  /** What a level chooses; `tell` hears of the best move so far. */
  choose({ state, level, seed, seconds }: Question, tell: (move: Move) => void): Move {
    const { moves } = this.choices(state);
    if (moves.length === 1) return moves[0] as Move;
    if (!Number.isInteger(level) || level < 1 || level > TIMED) {
      refuse("INVALID_SETUP", "R190", words.engine.choosing.noLevel(level, TIMED));
    }
    if (level === TIMED) return this.timed(state, seed, seconds ?? USUAL_SECONDS, tell);
    const strength = strengthOf(level, state.board.type, state.players.length);
    const dice = diceOf(`level ${level}`, seed, state);
    this.search.ready(state, strength.method, strength.megabytes);
    this.search.forget();
    const { nodes, depth } = strength;
    const report = this.search.think(
      state,
      { nodes, depth },
      dice.bits64(),
      strength.candidates,
      tell,
    );
    return this.settled(state, report, strength, dice);
  }

  /** What a level makes of its search. */
  private settled(state: State, report: Report, strength: Strength, dice: Dice): Move {
    const best = report.lines[0] as Line;
    if (strength.slack === 0 || own(best) >= CERTAIN) return best.move;
    if (strength.draws > 0) return this.drawn(state, best.move, strength, dice);
    // Cut short: its lines are not seen from equally far.
    if (report.depth < strength.depth) return best.move;
    return this.near(state, report.lines, strength.slack, dice);
  }

  private timed(state: State, seed: number, seconds: number, tell: (move: Move) => void): Move {
    const deadline = performance.now() + (seconds - BORDER_SECONDS) * 1000;
    const name = seconds === USUAL_SECONDS ? `level ${TIMED}` : `level ${TIMED} at ${seconds} s`;
    this.search.ready(state, timedMethod(state.board.type, state.players.length), MEMORY);
    const milliseconds = Math.max(1, Math.round(deadline - performance.now()));
    const report = this.search.think(
      state,
      { milliseconds },
      diceOf(name, seed, state).bits64(),
      1,
      tell,
    );
    return (report.lines[0] as Line).move;
  }

  /** The first of some moves drawn at random that is not clearly worse than the best. */
  private drawn(state: State, best: Move, strength: Strength, dice: Dice): Move {
    const moves = this.inOrder(state);
    const least = this.worth(state, best, dice) - strength.slack;
    const rings = this.ownRingsSpent(state, best);
    for (const move of dice.sample(moves, Math.min(strength.draws, moves.length))) {
      if (this.ownRingsSpent(state, move) <= rings && this.worth(state, move, dice) >= least)
        return move;
    }
    return best;
  }

  /** The mover's share after a move, with a glance at what comes next. */
  private worth(state: State, move: Move, dice: Dice): number {
    const after = this.rules.playOn(state, move).at(-1)?.view.state as State;
    const shares =
      after.winner === null
        ? (this.search.think(after, GLANCE, dice.bits64()).lines[0]?.shares ?? [])
        : after.players.map((player) => Number(player.playerNumber === after.winner));
    // One who swapped has the other seat then [R180].
    return shares[move.type === "swap_sides" ? 2 - move.player : move.player - 1] ?? 0;
  }

  /** The best move, or one that is nearly as good: the nearer, the likelier. */
  private near(state: State, lines: readonly Line[], slack: number, dice: Dice): Move {
    const [best, ...others] = lines as [Line, ...Line[]];
    const rings = this.ownRingsSpent(state, best.move);
    const near = others.filter((line) => own(best) - own(line) <= slack);
    const fair = [best, ...near.filter((line) => this.ownRingsSpent(state, line.move) <= rings)];
    // A move at the edge of the slack still has a tenth of the chances of the best.
    const weights = fair.map((line) => Math.trunc((1.1 - (own(best) - own(line)) / slack) * 1000));
    return dice.weighted(fair, weights).move;
  }

  /** How many rings of the player's own colour the move takes from the game. */
  private ownRingsSpent(state: State, move: Move): number {
    const after = this.rules.replayed(state, move).view.state;
    const placed = move.type === "place_ring" ? move.placementCount : 0;
    return onBoard(state, move.player) + placed - onBoard(after, move.player);
  }

  /** The legal moves in an order that all engines can tell: that of their notation. */
  private inOrder(state: State): Move[] {
    const { moves, notation } = this.choices(state);
    return moves
      .map((move, at) => ({ move, text: notation[at] ?? "" }))
      .sort((one, other) => (one.text < other.text ? -1 : 1))
      .map(({ move }) => move);
  }

  private choices(state: State): Decision {
    const decision = this.rules.decision(state);
    if (decision === null) return refuse("GAME_OVER", "R170", words.engine.choosing.gameOver);
    if (decision.interactive) return decision;
    return refuse(
      "BOOKKEEPING_DUE",
      "R075",
      words.engine.choosing.bookkeepingDue(decision.moves[0]?.type ?? ""),
    );
  }
}

function diceOf(who: string, seed: number, state: State): Dice {
  return new Dice(`${who}/${seed}/${stateHash(state)}`);
}

function own(line: Line): number {
  return line.shares[line.move.player - 1] ?? 0;
}

function onBoard(state: State, seat: Seat): number {
  const stacks = Object.values(state.board.stacks);
  return stacks.reduce((sum, { rings }) => sum + rings.filter((ring) => ring === seat).length, 0);
}

function refuse(code: string, rule: string, message: string): never {
  throw new RefusedError({ code, rule, message });
}
