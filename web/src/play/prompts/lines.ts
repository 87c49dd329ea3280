// Lines [R120-R122]: which one, and for a long one whether all of it collapses or a stretch that is free.

import type { Glow } from "../../board/types";
import type { PositionView } from "../../engine/engine";
import type { BoardName, Key, Move, Position } from "../../rules/wire";
import { words } from "../../strings";
import { keyOf, nameOf } from "../cells";
import {
  type ButtonChoice,
  type CellChoice,
  firstOf,
  groupBy,
  type IllegalAttempt,
  type Next,
  type Prompt,
  toMove,
  toPrompt,
} from "../prompt";
import { lineCost } from "./costs";

type LineMove = Extract<Move, { type: "process_line" | "choose_line_reward" }>;

/** A line that can be settled: whole, or by stretches of it that are free. */
export interface Line {
  cells: Key[];
  /** Of the whole of it. */
  cost: string;
  whole: (() => Next) | null;
  stretches: { cells: Key[]; next: () => Next }[];
}

export function askLines(view: PositionView, moves: readonly Move[]): Prompt {
  const own = moves.filter(
    (move): move is LineMove => move.type === "process_line" || move.type === "choose_line_reward",
  );
  const lines = [...groupBy(own, (move) => lineKey(move.line)).values()].map((group) =>
    lineOf(group, lineCost(view.state)),
  );
  return askLine(view, lines);
}

function lineOf(moves: readonly LineMove[], cost: string): Line {
  const whole = moves.find((move) => move.type === "process_line" || move.option === 1);
  return {
    cells: firstOf(moves).line.map(keyOf),
    cost,
    whole: whole ? toMove(whole) : null,
    stretches: moves
      .filter((move) => move.type === "choose_line_reward" && move.option === 2)
      .map((move) => ({
        cells: "collapse" in move ? move.collapse.map(keyOf) : [],
        next: toMove(move),
      })),
  };
}

export function lineKey(line: readonly Position[]): string {
  return line.map(keyOf).join(" ");
}

/** Which of these lines is settled, and how. */
export function askLine(view: PositionView, lines: readonly Line[], back?: () => Prompt): Prompt {
  const only = lines.length === 1 ? firstOf(lines) : null;
  if (only && only.stretches.length > 0) return askReward(view, only, back);
  const answers = new Map<Key, CellChoice>();
  for (const cell of new Set(lines.flatMap((line) => line.cells))) {
    const through = lines.filter((line) => line.cells.includes(cell));
    const here = () => askLine(view, lines, back);
    answers.set(cell, {
      look: "target",
      glow: through.length === 1 ? wholeGlow(view, firstOf(through)) : undefined,
      next:
        through.length === 1
          ? settle(view, firstOf(through), here)
          : toPrompt(() => askWhich(view, through, here)),
    });
  }
  return {
    prompt: only ? words.play.collapseLine : words.play.chooseLine,
    chosen: null,
    answers,
    options: only?.whole ? [wholeOption(view, only, words.play.collapse(only.cost))] : [],
    glows: lines.map((line) => wholeGlow(view, line)),
    back,
    attempt: notOnALine,
  };
}

/** Lines that cross in the cell that was clicked. */
function askWhich(view: PositionView, lines: readonly Line[], back: () => Prompt): Prompt {
  const board = view.state.board.type;
  const answers = new Map<Key, CellChoice>();
  for (const line of lines)
    for (const cell of line.cells)
      if (lines.filter((other) => other.cells.includes(cell)).length === 1)
        answers.set(cell, {
          look: "target",
          glow: wholeGlow(view, line),
          next: settle(view, line, back),
        });
  return {
    prompt: words.play.whichLine,
    chosen: null,
    answers,
    options: lines.map((line, i) => ({
      id: `line-${i}`,
      label: lineName(board, line),
      look: "lead",
      glow: wholeGlow(view, line),
      next: settle(view, line, back),
    })),
    glows: lines.map((line) => ({ cells: line.cells, seat: view.state.currentPlayer })),
    back,
    attempt: notOnALine,
  };
}

function settle(view: PositionView, line: Line, back: () => Prompt): () => Next {
  return line.stretches.length === 0 && line.whole
    ? line.whole
    : toPrompt(() => askReward(view, line, back));
}

/** Both rewards at once: the button takes all, a cell takes the stretch around it. */
function askReward(view: PositionView, line: Line, back?: () => Prompt): Prompt {
  const { length } = firstOf(line.stretches).cells;
  const answers = new Map<Key, CellChoice>();
  line.cells.forEach((cell, i) => {
    const stretch = stretchAround(line, i);
    answers.set(cell, {
      look: "target",
      glow: {
        cells: stretch.cells,
        seat: view.state.currentPlayer,
        text: words.play.lineGain(length, words.play.free),
      },
      next: stretch.next,
    });
  });
  return {
    prompt: line.whole
      ? words.play.reward(line.cells.length, length, line.cost)
      : words.play.rewardFree(length),
    chosen: null,
    answers,
    options: line.whole
      ? [wholeOption(view, line, words.play.all(line.cells.length, line.cost))]
      : [],
    glows: [{ cells: line.cells, seat: view.state.currentPlayer }],
    back,
    attempt: notOnALine,
  };
}

/** The stretch with that cell in its middle, or as near as the line's ends allow: every stretch has a cell that picks it. */
function stretchAround(line: Line, index: number): Line["stretches"][number] {
  const ordered = [...line.stretches].sort(
    (a, b) => line.cells.indexOf(firstOf(a.cells)) - line.cells.indexOf(firstOf(b.cells)),
  );
  const half = Math.floor(firstOf(ordered).cells.length / 2);
  const start = Math.min(Math.max(index - half, 0), ordered.length - 1);
  return ordered[start] ?? firstOf(ordered);
}

function wholeOption(view: PositionView, line: Line, label: string): ButtonChoice {
  const next = line.whole ?? firstOf(line.stretches).next;
  return { id: "all", label, look: "lead", glow: wholeGlow(view, line), next };
}

function wholeGlow(view: PositionView, line: Line): Glow {
  return { cells: line.cells, seat: view.state.currentPlayer, text: gainOf(line) };
}

/** Whoever cannot pay for the whole of a long line may still take a stretch. */
function gainOf({ cells, whole, cost, stretches }: Line): string {
  if (whole) return words.play.lineGain(cells.length, cost);
  return words.play.lineGain(firstOf(stretches).cells.length, words.play.free);
}

function lineName(board: BoardName, line: Line): string {
  const [from, to] = [firstOf(line.cells), line.cells.at(-1) ?? firstOf(line.cells)];
  return words.play.line(nameOf(board, from), nameOf(board, to), gainOf(line));
}

const notOnALine = (): IllegalAttempt => ({ advice: words.play.clickLine, rule: "R120" });
