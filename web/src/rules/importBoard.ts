// The board of a state from outside, every cell in one state only [R021, R022, R052].

import { words } from "../strings";
import { type Cell, type Grid, keyOf } from "./grid";
import type { Field } from "./jsonFields";
import { capHeight } from "./stack";
import type { Board, Key, Marker, Position, Seat, Stack } from "./wire";

const say = words.engine.reading;
const FARTHEST = 999; // a coordinate beyond every board

export function readBoard(
  source: Field,
  grid: Grid,
  seats: number,
): Omit<Board, "eliminatedRings"> {
  source.find("size", "R001")?.mustBe(grid.side, grid.rule);
  const reader = new BoardReader(grid, seats);
  const stacks = reader.members(source.get("stacks", "R021"), (field, cell) =>
    reader.stack(field, cell),
  );
  const markers = reader.members(source.get("markers", "R021"), (field, cell) =>
    reader.marker(field, cell),
  );
  const collapsedSpaces = reader.members(source.get("collapsedSpaces", "R021"), (field) =>
    reader.seat(field),
  );
  return { type: grid.name, size: grid.side, stacks, markers, collapsedSpaces };
}

/** The cell whose key a field holds. */
export function readKey(found: Field | null, grid: Grid): Key | null {
  if (found === null || found.isNull) return null;
  const key = typeof found.value === "string" && grid.byKey.has(found.value) ? found.value : null;
  return key ?? found.malformed(grid.rule, noCell(grid));
}

class BoardReader {
  private readonly taken = new Set<Cell>();

  constructor(
    private readonly grid: Grid,
    private readonly seats: number,
  ) {}

  members<Value>(source: Field, read: (field: Field, cell: Cell) => Value): Record<Key, Value> {
    return Object.fromEntries(
      source.members("R021").map(([key, field]) => [key, read(field, this.take(key, field))]),
    );
  }

  seat(field: Field): Seat {
    return field.integer("R021", 1, this.seats) as Seat;
  }

  stack(field: Field, cell: Cell): Stack {
    const position = this.position(field, cell);
    const listed = field.get("rings", "R021");
    const rings = listed.elements("R021").map((ring) => this.seat(ring));
    if (rings.length === 0) listed.malformed("R021", say.noRings);
    if (rings.length > this.grid.tallest)
      listed.contradiction("R091", say.tooHigh(this.grid.name, this.grid.tallest));
    const stack = {
      position,
      rings,
      stackHeight: rings.length,
      capHeight: capHeight(rings),
      controllingPlayer: rings[0] as Seat,
    };
    for (const name of ["stackHeight", "capHeight", "controllingPlayer"] as const) {
      field.find(name, "R022")?.mustBe(stack[name], "R022");
    }
    return stack;
  }

  marker(field: Field, cell: Cell): Marker {
    const position = this.position(field, cell);
    field.find("type", "R021")?.mustBe("regular", "R021");
    return { player: this.seat(field.get("player", "R021")), position, type: "regular" };
  }

  private take(key: string, field: Field): Cell {
    const cell = this.grid.byKey.get(key) ?? field.malformed(this.grid.rule, noCell(this.grid));
    if (this.taken.has(cell)) field.contradiction("R052", say.takenTwice);
    this.taken.add(cell);
    return cell;
  }

  /** The position may be left out; if it is there it is that of the key. */
  private position(field: Field, cell: Cell): Position {
    const found = field.find("position", "R021");
    const read = (name: "x" | "y" | "z"): number | undefined =>
      found?.find(name, "R021")?.integer("R021", -FARTHEST, FARTHEST);
    if (found !== null) {
      const [x, y] = [found.get("x", "R021"), found.get("y", "R021")].map((axis) =>
        axis.integer("R021", -FARTHEST, FARTHEST),
      );
      const z = read("z");
      const key = keyOf(z === undefined ? { x: x ?? 0, y: y ?? 0 } : { x: x ?? 0, y: y ?? 0, z });
      if (key !== this.grid.keys[cell]) found.contradiction("R021", say.otherPosition);
    }
    return { ...(this.grid.positions[cell] as Position) };
  }
}

function noCell(grid: Grid): string {
  return say.noCell(grid.name, grid.keys[0] ?? "", grid.keys.at(-1) ?? "");
}
