// Judges the turns of a game: what each gave away, which was better, and how accurate each player
// was. docs/reference/judged-turns.md defines the figures; `ringrift analyse` uses the same.

import type { PositionView, Step } from "../engine/engine";
import { isTurnOver } from "../engine/turnEnd";
import type { Move, Seat } from "../rules/wire";

/** The steps `from` to `to - 1` of a game: one player's turn, or the swap alone. */
export interface PlayedTurn {
  number: number;
  seat: Seat;
  /**
   * The seat that the turn's person holds at the end of the game: a swap exchanges the two people
   * [R180]. Null if no player chose the turn: a balanced start, or a substitute's turn.
   */
  player: Seat | null;
  from: number;
  to: number;
}

/** The expected shares of the win by seat around a turn, and the engine's best turn. */
export interface TurnEvaluation {
  before: readonly number[];
  after: readonly number[];
  /** Null if the played turn is the engine's. */
  best: { steps: readonly Step[]; after: readonly number[] } | null;
}

export type TurnMark = "" | "?" | "??";

export interface JudgedTurn extends PlayedTurn {
  before: readonly number[];
  after: readonly number[];
  /** The share of the win that the turn gave away against the engine's best turn; at least 0. */
  loss: number;
  mark: TurnMark;
  /** The engine's best turn; empty if the played turn is that turn. */
  better: readonly Step[];
}

/** The rings and cells that the better turn of a mistake would have gained beyond the played one. */
export function missedGains(
  { seat, from, to, better }: JudgedTurn,
  steps: readonly Step[],
): { rings: number; cells: number } {
  const played = steps.slice(from, to);
  const swapped = [...played, ...better].some(({ move }) => move.type === "swap_sides");
  const playerAfter = (turn: readonly Step[]) => turn.at(-1)?.view.state.players[seat - 1];
  const now = playerAfter(played);
  const possible = playerAfter(better);
  if (swapped || !now || !possible) return { rings: 0, cells: 0 };
  return {
    rings: Math.max(0, possible.eliminatedRings - now.eliminatedRings),
    cells: Math.max(0, possible.territorySpaces - now.territorySpaces),
  };
}

export const MISTAKE_LOSS = 0.08;
export const BLUNDER_LOSS = 0.2;
const ACCURACY_DECAY = 4.35;

export interface TurnOptions {
  /** The number of steps at the beginning that nobody chose. */
  startMoves?: number;
  /** Who left after how many steps: a substitute played on. */
  departures?: readonly { seat: Seat; moves: number }[];
}

/** Divides a game into turns. A swap is a turn of its own: the other person plays the rest. */
export function playedTurns(
  start: PositionView,
  steps: readonly Step[],
  { startMoves = 0, departures = [] }: TurnOptions = {},
): PlayedTurn[] {
  const swap = steps.findIndex(({ move }) => move.type === "swap_sides");
  const turns: PlayedTurn[] = [];
  let from = 0;
  let before = start.state;
  steps.forEach((step, i) => {
    const played = steps.slice(from, i + 1);
    if (!isTurnOver(before, played) && i < steps.length - 1) return;
    const seat = before.currentPlayer;
    const left = departures.some((each) => each.seat === seat && each.moves <= from);
    const chosen = i >= startMoves && !left && played.some((each) => !each.bookkeeping);
    const player = i <= swap ? ((3 - seat) as Seat) : seat;
    turns.push({
      number: before.turnNumber,
      seat,
      player: chosen ? player : null,
      from,
      to: i + 1,
    });
    from = i + 1;
    before = step.view.state;
  });
  return turns;
}

/** The share of the person who made the moves: a swap gives that person the other seat [R180]. */
export function moverShare(
  shares: readonly number[],
  seat: Seat,
  moves: readonly { move: Move }[],
): number {
  const swapped = moves.some(({ move }) => move.type === "swap_sides");
  return shares[(swapped ? 3 - seat : seat) - 1] ?? 0;
}

/**
 * Judges a turn. The engine's turn and the played one are compared by searches from the positions
 * after them, so that none is seen one turn deeper than the other.
 */
export function judgeTurn(
  turn: PlayedTurn,
  { before, after, best }: TurnEvaluation,
  steps: readonly Step[],
): JudgedTurn {
  const judged = { ...turn, before, after };
  if (best === null) return { ...judged, loss: 0, mark: "", better: [] };
  const own = moverShare(after, turn.seat, steps.slice(turn.from, turn.to));
  // Before a swap the shares are those of the people in the seats then.
  const possible = Math.min(
    before[turn.seat - 1] ?? 0,
    moverShare(best.after, turn.seat, best.steps),
  );
  const loss = Math.max(0, possible - own);
  return { ...judged, loss, mark: markForLoss(loss), better: best.steps };
}

export function markForLoss(loss: number): TurnMark {
  if (loss >= BLUNDER_LOSS) return "??";
  return loss >= MISTAKE_LOSS ? "?" : "";
}

/** The accuracy of a player's judged turns from 0 to 1; null without any. */
export function accuracyOf(turns: readonly JudgedTurn[], player: Seat): number | null {
  const own = turns.filter((turn) => turn.player === player);
  if (own.length === 0) return null;
  return own.reduce((sum, { loss }) => sum + Math.exp(-ACCURACY_DECAY * loss), 0) / own.length;
}

/** The turn that gave away most, if it was a mistake. */
export function turningPoint(turns: readonly JudgedTurn[]): JudgedTurn | null {
  const [worst] = byLoss(turns);
  return worst?.mark ? worst : null;
}

/** The rise of the mover's share over a turn that the engine would have played, too; else 0. */
export function gainOf(turn: JudgedTurn): number {
  if (turn.better.length > 0) return 0;
  return Math.max(0, (turn.after[turn.seat - 1] ?? 0) - (turn.before[turn.seat - 1] ?? 0));
}

/** The costliest mistakes and the best turn, costliest first. */
export function keyTurns(turns: readonly JudgedTurn[], maxCount = 5): JudgedTurn[] {
  const mistakes = byLoss(turns).filter(({ mark }) => mark !== "");
  const [best] = turns
    .filter((turn) => turn.player !== null && gainOf(turn) >= MISTAKE_LOSS)
    .sort((one, other) => gainOf(other) - gainOf(one));
  if (best === undefined) return mistakes.slice(0, maxCount);
  return [...mistakes.slice(0, maxCount - 1), best];
}

const byLoss = (turns: readonly JudgedTurn[]): JudgedTurn[] =>
  turns.filter(({ player }) => player !== null).sort((one, other) => other.loss - one.loss);
