// A cell in words, and a move with what it changed in words, for those who do not see the board.

import { keyOf } from "../rules/grid";
import { capHeight } from "../rules/stack";
import type { Move, Seat, State } from "../rules/wire";
import { board as english } from "../strings/en/board";
import { type CellChange, type CellContents, cellsCollapsedBy } from "./cellContents";
import type { Layout } from "./layout";
import type { CellMark, RenderedCell } from "./render";

export type BoardStrings = typeof english;

let current: BoardStrings = english;

/** The words of the language that the page speaks; English until then. */
export function boardStrings(): BoardStrings {
  return current;
}

export function setBoardStrings(language: BoardStrings): void {
  current = language;
}

const MAX_ANNOUNCEMENTS = 4; // sentences: a reader may be slower than the moves

/** Names the cells, and tells moves in a place that screen readers listen to. */
export class Announcer {
  readonly log = document.createElement("div");

  constructor() {
    this.log.className = "visually-hidden";
    this.log.setAttribute("aria-live", "polite");
  }

  labelCell({ tile, cell, contents, mark }: RenderedCell): void {
    tile.setAttribute("aria-label", describeCell(cell.name, contents, mark));
  }

  announceMove(
    layout: Layout,
    move: Move,
    changes: CellChange[],
    before: State,
    after: State,
  ): void {
    const text = describeMove(layout, move, changes, before, after);
    if (!text) return;
    const line = document.createElement("p");
    line.textContent = text;
    this.log.append(line);
    if (this.log.children.length > MAX_ANNOUNCEMENTS) this.log.firstElementChild?.remove();
  }
}

/** "d4, blue marker: 4 cells, costs 1 ring, can be chosen". */
export function describeCell(name: string, { kind, seats }: CellContents, mark: CellMark): string {
  const [top] = seats;
  let text = boardStrings().empty(name);
  if (top && kind === "stack")
    text = boardStrings().stack(name, top, seats.length, capHeight(seats));
  else if (top && kind === "marker") text = boardStrings().marker(name, top);
  else if (top) text = boardStrings().territory(name, top);
  if (mark.chosen) text = boardStrings().chosen(text);
  if (mark.note) text = boardStrings().noted(text, mark.note);
  return mark.target || mark.stack ? boardStrings().choosable(text) : text;
}

/** What a move did and who is next, in sentences. */
export function describeMove(
  layout: Layout,
  move: Move,
  changes: CellChange[],
  before: State,
  after: State,
): string {
  const { player } = move;
  const turned = changes.filter(
    ({ before, after }) => before.kind === "marker" && after.kind === "marker",
  ).length;
  const gained = changes.filter(({ after }) => after.kind === "territory").length;
  const credited = (state: State): number => state.board.eliminatedRings[player] ?? 0;
  const lost = credited(after) - credited(before);
  return [
    describeAction(layout, move),
    turned ? boardStrings().turned(player, turned) : "",
    gained ? boardStrings().collapsed(player, gained) : "",
    lost > 0 ? boardStrings().eliminated(lost) : "",
    describeNextTurn(before, after),
  ]
    .filter(Boolean)
    .join(" ");
}

function describeNextTurn(before: State, after: State): string {
  if (after.winner && !before.winner) return boardStrings().won(after.winner);
  return after.turnNumber === before.turnNumber
    ? ""
    : boardStrings().toMove(after.currentPlayer as Seat);
}

function describeAction(layout: Layout, move: Move): string {
  const name = (position: Parameters<typeof keyOf>[0]): string =>
    layout.byKey.get(keyOf(position))?.name ?? "";
  const first = cellsCollapsedBy(move).map((key) => layout.byKey.get(key)?.name ?? "");
  switch (move.type) {
    case "place_ring":
      return boardStrings().placed(move.player, move.placementCount, name(move.to));
    case "move_stack":
      return boardStrings().moved(move.player, name(move.from), name(move.to));
    case "overtaking_capture":
    case "continue_capture_segment":
      return boardStrings().captured(
        move.player,
        name(move.from),
        name(move.captureTarget),
        name(move.to),
      );
    case "recovery_slide":
      return boardStrings().slid(move.player, name(move.from), name(move.to));
    case "process_line":
    case "choose_line_reward":
      return boardStrings().lined(move.player, first[0] ?? "", first.at(-1) ?? "");
    case "process_territory_region":
      return boardStrings().enclosed(move.player, first[0] ?? "", first.length);
    case "eliminate_rings_from_stack":
      return boardStrings().paid(move.player, name(move.to));
    case "forced_elimination":
      return boardStrings().forced(move.player, name(move.to));
    case "swap_sides":
      return boardStrings().swapped;
    default:
      return move.type.startsWith("skip") ? boardStrings().skipped(move.player) : "";
  }
}
