// Lines [R120-R122]: which line, and whether an overlong one collapses whole or in part.

import type { PositionView } from "../../engine/engine";
import { messages } from "../../messages";
import type { BoardName, Key, Move, Position } from "../../rules/wire";
import { cellName, keyOf } from "../cells";
import {
  type ButtonChoice,
  type CellChoice,
  completeWith,
  continueWith,
  describeGain,
  firstOf,
  type Glow,
  groupBy,
  type IllegalAttempt,
  type Prompt,
  type PromptResult,
} from "../prompt";
import { lineCost } from "./costs";

type LineMove = Extract<Move, { type: "process_line" | "choose_line_reward" }>;

/** A line to process: collapsed whole at a cost, or one segment of it for free. */
export interface LineChoice {
  cells: Key[];
  /** The price of collapsing the whole line, as a label. */
  cost: string;
  collapseAll: (() => PromptResult) | null;
  segments: { cells: Key[]; choose: () => PromptResult }[];
}

export function lineProcessingPrompt(view: PositionView, moves: readonly Move[]): Prompt {
  const lineMoves = moves.filter(
    (move): move is LineMove => move.type === "process_line" || move.type === "choose_line_reward",
  );
  const lines = [...groupBy(lineMoves, (move) => lineKey(move.line)).values()].map((group) =>
    toLineChoice(group, lineCost(view.state)),
  );
  return lineChoicePrompt(view, lines);
}

function toLineChoice(moves: readonly LineMove[], cost: string): LineChoice {
  const collapsing = moves.find((move) => move.type === "process_line" || move.option === 1);
  return {
    cells: firstOf(moves).line.map(keyOf),
    cost,
    collapseAll: collapsing ? completeWith(collapsing) : null,
    segments: moves
      .filter((move) => move.type === "choose_line_reward" && move.option === 2)
      .map((move) => ({
        cells: "collapse" in move ? move.collapse.map(keyOf) : [],
        choose: completeWith(move),
      })),
  };
}

export function lineKey(line: readonly Position[]): string {
  return line.map(keyOf).join(" ");
}

/** Asks for a line and how to process it. */
export function lineChoicePrompt(
  view: PositionView,
  lines: readonly LineChoice[],
  previous?: () => Prompt,
): Prompt {
  const only = lines.length === 1 ? firstOf(lines) : null;
  if (only && only.segments.length > 0) return lineRewardPrompt(view, only, previous);
  const cells = new Map<Key, CellChoice>();
  for (const cell of new Set(lines.flatMap((line) => line.cells))) {
    const crossing = lines.filter((line) => line.cells.includes(cell));
    const thisPrompt = () => lineChoicePrompt(view, lines, previous);
    cells.set(cell, {
      mark: "target",
      glow: crossing.length === 1 ? lineGlow(view, firstOf(crossing)) : undefined,
      choose:
        crossing.length === 1
          ? chooseLine(view, firstOf(crossing), thisPrompt)
          : continueWith(() => crossingLinesPrompt(view, crossing, thisPrompt)),
    });
  }
  return {
    text: only ? messages.play.collapseLine : messages.play.chooseLine,
    detail: messages.play.detail.line,
    selected: null,
    cells,
    buttons: only?.collapseAll
      ? [collapseAllButton(view, only, messages.play.collapse({ cost: only.cost }))]
      : [],
    glows: lines.map((line) => lineGlow(view, line)),
    previous,
    explainClick: clickOffLine,
  };
}

/** The clicked cell lies on several lines. */
function crossingLinesPrompt(
  view: PositionView,
  lines: readonly LineChoice[],
  previous: () => Prompt,
): Prompt {
  const board = view.state.board.type;
  const cells = new Map<Key, CellChoice>();
  for (const line of lines)
    for (const cell of line.cells)
      if (lines.filter((other) => other.cells.includes(cell)).length === 1)
        cells.set(cell, {
          mark: "target",
          glow: lineGlow(view, line),
          choose: chooseLine(view, line, previous),
        });
  return {
    text: messages.play.whichLine,
    selected: null,
    cells,
    buttons: lines.map((line, i) => ({
      id: `line-${i}`,
      label: lineName(board, line),
      style: "lead",
      glow: lineGlow(view, line),
      choose: chooseLine(view, line, previous),
    })),
    glows: lines.map((line) => ({
      shape: "line",
      cells: line.cells,
      seat: view.state.currentPlayer,
    })),
    previous,
    explainClick: clickOffLine,
  };
}

function chooseLine(
  view: PositionView,
  line: LineChoice,
  previous: () => Prompt,
): () => PromptResult {
  return line.segments.length === 0 && line.collapseAll
    ? line.collapseAll
    : continueWith(() => lineRewardPrompt(view, line, previous));
}

/** Offers both rewards: the button collapses the whole line, a cell the segment around it. */
function lineRewardPrompt(view: PositionView, line: LineChoice, previous?: () => Prompt): Prompt {
  const { length } = firstOf(line.segments).cells;
  const cells = new Map<Key, CellChoice>();
  line.cells.forEach((cell, i) => {
    const segment = segmentAround(line, i);
    cells.set(cell, {
      mark: "target",
      glow: {
        shape: "line",
        cells: segment.cells,
        seat: view.state.currentPlayer,
        text: messages.play.lineFree({ cells: length }),
      },
      choose: segment.choose,
    });
  });
  return {
    text: line.collapseAll
      ? messages.play.reward({ length: line.cells.length, segment: length, cost: line.cost })
      : messages.play.rewardFree({ segment: length }),
    selected: null,
    cells,
    buttons: line.collapseAll
      ? [
          collapseAllButton(
            view,
            line,
            messages.play.all({ length: line.cells.length, cost: line.cost }),
          ),
        ]
      : [],
    glows: [{ shape: "line", cells: line.cells, seat: view.state.currentPlayer }],
    previous,
    explainClick: clickOffLine,
  };
}

/** Returns the segment centred on the cell, clamped to the line. Every segment can be picked. */
function segmentAround(line: LineChoice, index: number): LineChoice["segments"][number] {
  const ordered = [...line.segments].sort(
    (a, b) => line.cells.indexOf(firstOf(a.cells)) - line.cells.indexOf(firstOf(b.cells)),
  );
  const half = Math.floor(firstOf(ordered).cells.length / 2);
  const start = Math.min(Math.max(index - half, 0), ordered.length - 1);
  return ordered[start] ?? firstOf(ordered);
}

function collapseAllButton(view: PositionView, line: LineChoice, label: string): ButtonChoice {
  const choose = line.collapseAll ?? firstOf(line.segments).choose;
  return { id: "all", label, style: "lead", glow: lineGlow(view, line), choose };
}

function lineGlow(view: PositionView, line: LineChoice): Glow {
  return {
    shape: "line",
    cells: line.cells,
    seat: view.state.currentPlayer,
    ...lineGain(line),
  };
}

/** A player who cannot pay for the whole line may still take a segment. */
function lineGain({ cells, collapseAll, cost, segments }: LineChoice) {
  return collapseAll
    ? { text: messages.play.lineGain({ cells: cells.length }), cost }
    : { text: messages.play.lineFree({ cells: firstOf(segments).cells.length }) };
}

function lineName(board: BoardName, line: LineChoice): string {
  const [from, to] = [firstOf(line.cells), line.cells.at(-1) ?? firstOf(line.cells)];
  return messages.play.line({
    from: cellName(board, from),
    to: cellName(board, to),
    gain: describeGain({ cells: line.cells, ...lineGain(line) }),
  });
}

const clickOffLine = (): IllegalAttempt => ({ advice: messages.play.clickLine, rule: "R120" });
