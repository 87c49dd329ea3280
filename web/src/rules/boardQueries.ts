// A board by cells, for questions about it: what stands where, how far a stack could go, what it could capture.

import { type Cell, type Grid, gridOf, rayFrom } from "./grid";
import { capHeight } from "./stack";
import type { Board, Seat, State } from "./wire";

const NOTHING: readonly Seat[] = [];
const MOST_AT_ONCE = 3; // R081: rings on an empty cell in one placement

export class Ground {
  private readonly stacks: (readonly Seat[] | undefined)[] = [];
  private readonly marks: (Seat | undefined)[] = [];
  private readonly owners: (Seat | undefined)[] = [];

  constructor(
    readonly grid: Grid,
    board: Pick<Board, "collapsedSpaces"> & {
      stacks: Record<string, { rings: readonly Seat[] }>;
      markers: Record<string, { player: Seat }>;
    },
  ) {
    const at = (key: string): Cell => grid.byKey.get(key) ?? grid.size;
    for (const [key, { rings }] of Object.entries(board.stacks)) this.stacks[at(key)] = rings;
    for (const [key, { player }] of Object.entries(board.markers)) this.marks[at(key)] = player;
    for (const [key, seat] of Object.entries(board.collapsedSpaces)) this.owners[at(key)] = seat;
  }

  static of(state: State): Ground {
    return new Ground(gridOf(state.board.type), state.board);
  }

  get cells(): Cell[] {
    return Array.from({ length: this.grid.size }, (_, cell) => cell);
  }

  /** Top first; empty where no stack stands. */
  rings(cell: Cell): readonly Seat[] {
    return this.stacks[cell] ?? NOTHING;
  }

  marker(cell: Cell): Seat | undefined {
    return this.marks[cell];
  }

  territory(cell: Cell): Seat | undefined {
    return this.owners[cell];
  }

  controller(cell: Cell): Seat | undefined {
    return this.rings(cell)[0];
  }

  /** A stack or a collapsed cell: nothing passes it and nothing lands on it [R091]. */
  blocked(cell: Cell): boolean {
    return this.rings(cell).length > 0 || this.owners[cell] !== undefined;
  }

  empty(cell: Cell): boolean {
    return !this.blocked(cell) && this.marks[cell] === undefined;
  }

  controlled(seat: Seat): Cell[] {
    return this.cells.filter((cell) => this.controller(cell) === seat);
  }

  markersOf(seat: Seat): Cell[] {
    return this.cells.filter((cell) => this.marks[cell] === seat);
  }

  /** R110: the stacks that hide a ring of the seat. */
  buried(seat: Seat): Cell[] {
    return this.cells.filter((cell) => this.rings(cell).slice(1).includes(seat));
  }

  hasRing(seat: Seat): boolean {
    return this.cells.some((cell) => this.rings(cell).includes(seat));
  }

  /** R091: how many steps a stack can go before something stops it. */
  reach(cell: Cell, direction: number): number {
    const ray = rayFrom(this.grid, cell, direction);
    const blocker = ray.findIndex((passed) => this.blocked(passed));
    return blocker < 0 ? ray.length : blocker;
  }

  canMove(cell: Cell, height: number): boolean {
    return this.directions(cell).some((direction) => this.reach(cell, direction) >= height);
  }

  /** R101: only the first stack on a ray can be the target, and only one whose cap is not higher. */
  canCapture(cell: Cell, height: number, cap: number): boolean {
    return this.directions(cell).some((direction) => {
      const free = this.reach(cell, direction);
      const target = rayFrom(this.grid, cell, direction)[free];
      if (target === undefined || this.rings(target).length === 0) return false;
      const nearest = Math.max(1, height - free - 1);
      return capHeight(this.rings(target)) <= cap && this.reach(target, direction) >= nearest;
    });
  }

  canAct(cell: Cell, height: number, cap: number): boolean {
    return this.canMove(cell, height) || this.canCapture(cell, height, cap);
  }

  /** Whether the stack that stands there has a move or a capture. */
  acts(cell: Cell): boolean {
    return this.canAct(cell, this.rings(cell).length, capHeight(this.rings(cell)));
  }

  /** R080: whether any placement is legal for a seat with so many rings in hand. */
  canPlace(seat: Seat, hand: number): boolean {
    if (hand === 0) return false;
    return this.cells.some((cell) => this.canPlaceOn(cell, seat, hand));
  }

  private canPlaceOn(cell: Cell, seat: Seat, hand: number): boolean {
    const rings = this.rings(cell);
    if (rings.length > 0) {
      return this.canAct(cell, rings.length + 1, rings[0] === seat ? capHeight(rings) + 1 : 1);
    }
    if (!this.empty(cell)) return false;
    const most = Math.min(hand, MOST_AT_ONCE);
    for (let count = 1; count <= most; count++) if (this.canAct(cell, count, count)) return true;
    return false;
  }

  /** R172: a legal placement, or a move or capture with any stack that the seat controls. */
  hasRealAction(seat: Seat, hand: number): boolean {
    return this.canPlace(seat, hand) || this.controlled(seat).some((cell) => this.acts(cell));
  }

  private directions(cell: Cell): number[] {
    return (this.grid.rays[cell] ?? []).map((_, direction) => direction);
  }
}

/** R081: how many rings may be placed on an empty cell at once. */
export function mostAtOnce(hand: number): number {
  return Math.min(MOST_AT_ONCE, hand);
}
