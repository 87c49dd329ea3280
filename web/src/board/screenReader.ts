// A cell in words, and a move with what it changed in words, for those who do not see the board.

import type { Move, Seat, State } from "../rules/wire";
import { board as english } from "../strings/en/board";
import { type Change, capOf, collapsingBy, type Holding, keyOf } from "./cellContents";
import type { Layout } from "./layout";
import type { CellMark, Spot } from "./render";

export type BoardWords = typeof english;

let spoken: BoardWords = english;

/** The words of the language that the page speaks; English until then. */
export function words(): BoardWords {
  return spoken;
}

export function speak(language: BoardWords): void {
  spoken = language;
}

const KEPT = 4; // sentences: a reader may be slower than the moves

/** Names the cells, and tells moves in a place that screen readers listen to. */
export class Speaker {
  readonly log = document.createElement("div");

  constructor() {
    this.log.className = "told";
    this.log.setAttribute("aria-live", "polite");
  }

  name({ tile, cell, holding, mark }: Spot): void {
    tile.setAttribute("aria-label", cellInWords(cell.name, holding, mark));
  }

  moved(layout: Layout, move: Move, changes: Change[], before: State, after: State): void {
    const text = moveInWords(layout, move, changes, before, after);
    if (!text) return;
    const line = document.createElement("p");
    line.textContent = text;
    this.log.append(line);
    if (this.log.children.length > KEPT) this.log.firstElementChild?.remove();
  }
}

/** "d4, blue marker: 4 cells, costs 1 ring, can be chosen". */
export function cellInWords(name: string, { kind, seats }: Holding, mark: CellMark): string {
  const [top] = seats;
  let text = words().empty(name);
  if (top && kind === "stack") text = words().stack(name, top, seats.length, capOf(seats));
  else if (top && kind === "marker") text = words().marker(name, top);
  else if (top) text = words().territory(name, top);
  if (mark.chosen) text = words().chosen(text);
  if (mark.note) text = words().noted(text, mark.note);
  return mark.target || mark.stack ? words().choosable(text) : text;
}

/** What a move did and who is next, in sentences. */
export function moveInWords(
  layout: Layout,
  move: Move,
  changes: Change[],
  before: State,
  after: State,
): string {
  const { player } = move;
  const turned = changes.filter(
    ({ was, is }) => was.kind === "marker" && is.kind === "marker",
  ).length;
  const gained = changes.filter(({ is }) => is.kind === "territory").length;
  const credited = (state: State): number => state.board.eliminatedRings[player] ?? 0;
  const lost = credited(after) - credited(before);
  return [
    actInWords(layout, move),
    turned ? words().turned(player, turned) : "",
    gained ? words().collapsed(player, gained) : "",
    lost > 0 ? words().eliminated(lost) : "",
    nextInWords(before, after),
  ]
    .filter(Boolean)
    .join(" ");
}

function nextInWords(before: State, after: State): string {
  if (after.winner && !before.winner) return words().won(after.winner);
  return after.turnNumber === before.turnNumber ? "" : words().toMove(after.currentPlayer as Seat);
}

function actInWords(layout: Layout, move: Move): string {
  const name = (position: Parameters<typeof keyOf>[0]): string =>
    layout.byKey.get(keyOf(position))?.name ?? "";
  const first = collapsingBy(move).map((key) => layout.byKey.get(key)?.name ?? "");
  switch (move.type) {
    case "place_ring":
      return words().placed(move.player, move.placementCount, name(move.to));
    case "move_stack":
      return words().moved(move.player, name(move.from), name(move.to));
    case "overtaking_capture":
    case "continue_capture_segment":
      return words().captured(
        move.player,
        name(move.from),
        name(move.captureTarget),
        name(move.to),
      );
    case "recovery_slide":
      return words().slid(move.player, name(move.from), name(move.to));
    case "process_line":
    case "choose_line_reward":
      return words().lined(move.player, first[0] ?? "", first.at(-1) ?? "");
    case "process_territory_region":
      return words().enclosed(move.player, first[0] ?? "", first.length);
    case "eliminate_rings_from_stack":
      return words().paid(move.player, name(move.to));
    case "forced_elimination":
      return words().forced(move.player, name(move.to));
    case "swap_sides":
      return words().swapped;
    default:
      return move.type.startsWith("skip") ? words().skipped(move.player) : "";
  }
}
