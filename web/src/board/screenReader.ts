// Text for screen readers: the contents of cells, and what a move changed.

import { messages } from "../messages";
import { keyOf } from "../rules/grid";
import { capHeight } from "../rules/state";
import type { Move, Seat, State } from "../rules/wire";
import { type CellChange, type CellContents, cellsCollapsedBy } from "./cellContents";
import type { Layout } from "./layout";
import { type CellMark, isSelectable } from "./marks";
import type { RenderedCell } from "./render";

const nameSeat = (seat: Seat): string => messages.terms.seat({ seat });
const nameColour = (seat: Seat): string => messages.terms.colour({ seat });

const MAX_ANNOUNCEMENTS = 4; // a screen reader may be slower than the moves

/** Labels the cells, and announces moves in a live region. */
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
  let text = messages.board.empty({ cell: name });
  if (top && kind === "stack")
    text = messages.board.stack({
      cell: name,
      colour: nameColour(top),
      height: seats.length,
      cap: capHeight(seats),
    });
  else if (top && kind === "marker")
    text = messages.board.marker({ cell: name, colour: nameColour(top) });
  else if (top) text = messages.board.territory({ cell: name, colour: nameColour(top) });
  if (mark.chosen) text = messages.board.chosen({ cell: text });
  if (mark.note) text = messages.board.noted({ cell: text, note: mark.note });
  return isSelectable(mark) ? messages.board.choosable({ cell: text }) : text;
}

/** What a move did and who moves next, in sentences. */
export function describeMove(
  layout: Layout,
  move: Move,
  changes: CellChange[],
  before: State,
  after: State,
): string {
  const { player } = move;
  const flipped = changes.filter(
    ({ before, after }) => before.kind === "marker" && after.kind === "marker",
  ).length;
  const gained = changes.filter(({ after }) => after.kind === "territory").length;
  const credited = (state: State): number => state.board.eliminatedRings[player] ?? 0;
  const lost = credited(after) - credited(before);
  return [
    describeAction(layout, move),
    flipped ? messages.board.flipped({ markers: flipped, colour: nameColour(player) }) : "",
    gained ? messages.board.collapsed({ cells: gained, colour: nameColour(player) }) : "",
    lost > 0 ? messages.board.eliminated({ rings: lost }) : "",
    describeNextTurn(before, after),
  ]
    .filter(Boolean)
    .join(" ");
}

function describeNextTurn(before: State, after: State): string {
  if (after.winner && !before.winner)
    return messages.board.won({ colour: nameColour(after.winner) });
  return after.turnNumber === before.turnNumber
    ? ""
    : messages.board.toMove({ player: nameSeat(after.currentPlayer as Seat) });
}

function describeAction(layout: Layout, move: Move): string {
  const name = (position: Parameters<typeof keyOf>[0]): string =>
    layout.byKey.get(keyOf(position))?.name ?? "";
  const player = nameSeat(move.player);
  const first = cellsCollapsedBy(move).map((key) => layout.byKey.get(key)?.name ?? "");
  switch (move.type) {
    case "place_ring":
      return messages.board.placed({ player, rings: move.placementCount, to: name(move.to) });
    case "move_stack":
      return messages.board.moved({ player, from: name(move.from), to: name(move.to) });
    case "overtaking_capture":
    case "continue_capture_segment":
      return messages.board.captured({
        player,
        from: name(move.from),
        target: name(move.captureTarget),
        to: name(move.to),
      });
    case "recovery_slide":
      return messages.board.slid({ player, from: name(move.from), to: name(move.to) });
    case "process_line":
    case "choose_line_reward":
      return messages.board.lineTaken({ player, first: first[0] ?? "", last: first.at(-1) ?? "" });
    case "process_territory_region":
      return messages.board.regionTaken({ player, cells: first.length, first: first[0] ?? "" });
    case "eliminate_rings_from_stack":
      return messages.board.paid({ player, from: name(move.to) });
    case "forced_elimination":
      return messages.board.forced({ player, from: name(move.to) });
    case "swap_sides":
      return messages.board.swapped;
    default:
      return move.type.startsWith("skip") ? messages.board.skipped({ player }) : "";
  }
}
