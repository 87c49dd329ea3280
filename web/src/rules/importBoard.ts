// Reads the board of an imported state. A cell has one state only [R021, R022, R052].

import { type Cell, type Grid, keyOf } from "./grid";
import { readPosition } from "./importMove";
import { describeValue, type JsonField } from "./jsonFields";
import { capHeight } from "./state";
import type { Board, Key, Marker, Position, Seat, Stack } from "./wire";

export function readBoard(
  source: JsonField,
  grid: Grid,
  seats: number,
): Omit<Board, "eliminatedRings"> {
  source.optional("size", "R001")?.requireEqual(grid.side, grid.rule);
  const reader = new BoardReader(grid, seats);
  const stacks = reader.members(source.required("stacks", "R021"), (field, cell) =>
    reader.stack(field, cell),
  );
  const markers = reader.members(source.required("markers", "R021"), (field, cell) =>
    reader.marker(field, cell),
  );
  const collapsedSpaces = reader.members(source.required("collapsedSpaces", "R021"), (field) =>
    reader.seat(field),
  );
  return { type: grid.name, size: grid.side, stacks, markers, collapsedSpaces };
}

/** The key of a cell on the board. */
export function readKey(found: JsonField | null, grid: Grid): Key | null {
  if (found === null || found.isNull) return null;
  const key = typeof found.value === "string" && grid.byKey.has(found.value) ? found.value : null;
  return key ?? refuseCell(found, grid);
}

class BoardReader {
  private readonly occupied = new Set<Cell>();

  constructor(
    private readonly grid: Grid,
    private readonly seats: number,
  ) {}

  members<Value>(
    source: JsonField,
    read: (field: JsonField, cell: Cell) => Value,
  ): Record<Key, Value> {
    return Object.fromEntries(
      source.members("R021").map(([key, field]) => [key, read(field, this.claimCell(key, field))]),
    );
  }

  seat(field: JsonField): Seat {
    return field.integer("R021", 1, this.seats) as Seat;
  }

  stack(field: JsonField, cell: Cell): Stack {
    const position = this.position(field, cell);
    const listed = field.required("rings", "R021");
    const rings = listed.elements("R021").map((ring) => this.seat(ring));
    if (rings.length === 0) listed.refuse("MALFORMED.stack_empty", {});
    if (rings.length > this.grid.maxStackHeight)
      listed.refuse("CONTRADICTION.stack_height", {
        board: this.grid.name,
        max: this.grid.maxStackHeight,
      });
    const stack = {
      position,
      rings,
      stackHeight: rings.length,
      capHeight: capHeight(rings),
      controllingPlayer: rings[0] as Seat,
    };
    for (const name of ["stackHeight", "capHeight", "controllingPlayer"] as const) {
      field.optional(name, "R022")?.requireEqual(stack[name], "R022");
    }
    return stack;
  }

  marker(field: JsonField, cell: Cell): Marker {
    const position = this.position(field, cell);
    field.optional("type", "R021")?.requireEqual("regular", "R021");
    return { player: this.seat(field.required("player", "R021")), position, type: "regular" };
  }

  private claimCell(key: string, field: JsonField): Cell {
    const cell = this.grid.byKey.get(key) ?? refuseCell(field, this.grid);
    if (this.occupied.has(cell)) field.refuse("CONTRADICTION.cell_taken", {});
    this.occupied.add(cell);
    return cell;
  }

  /** The position may be missing; if present it matches the key. */
  private position(field: JsonField, cell: Cell): Position {
    const found = field.optional("position", "R021");
    if (found !== null && keyOf(readPosition(found, "R021")) !== this.grid.keys[cell])
      found.refuse("CONTRADICTION.position", {});
    return { ...(this.grid.positions[cell] as Position) };
  }
}

function refuseCell(field: JsonField, grid: Grid): never {
  const [first, last] = [grid.keys[0], grid.keys.at(-1)].map(describeValue) as [string, string];
  return field.refuse("MALFORMED.cell", { board: grid.name, first, last }, grid.rule);
}
