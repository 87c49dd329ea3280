// A question about a move: the state, who asks, and the words for cells in the answer.

import { Ground } from "./boardQueries";
import { lineLength } from "./boards";
import { type Cell, cellAt } from "./grid";
import type { Position, Refusal, Seat, State } from "./wire";

export class Asked {
  readonly ground: Ground;
  readonly length: number;

  constructor(
    readonly state: State,
    readonly seat: Seat,
  ) {
    this.ground = Ground.of(state);
    this.length = lineLength(state.board.type, state.players.length);
  }

  get hand(): number {
    return this.state.players[this.seat - 1]?.ringsInHand ?? 0;
  }

  cell(position: Position): Cell {
    return cellAt(this.ground.grid, position);
  }

  cells(positions: readonly Position[]): Cell[] {
    return positions.map((position) => this.cell(position));
  }

  name(cell: Cell | undefined): string {
    return cell === undefined ? "" : (this.ground.grid.names[cell] ?? "");
  }

  either(cells: readonly Cell[]): string {
    return cells.map((cell) => this.name(cell)).join(" or ");
  }

  runs(lines: readonly (readonly Cell[])[]): string {
    return lines.map((run) => `${this.name(run[0])}..${this.name(run.at(-1))}`).join(", ");
  }
}

export function same(one: readonly Cell[], other: readonly Cell[]): boolean {
  return one.length === other.length && one.every((cell, at) => cell === other[at]);
}

export function refusal(code: string, rule: string, message: string): Refusal {
  return { code, rule, message };
}
