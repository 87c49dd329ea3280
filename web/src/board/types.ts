// The interface of the board element: marks, attributes and events.

import type { Key, Move, Seat, State } from "../rules/wire";

export interface Arrow {
  from: Key;
  to: Key;
  /** 1 for the best move; lower weights are fainter. */
  weight: number;
  label?: string;
  /** `hint` by default. */
  tone?: "hint" | "played" | "better" | "green" | "red" | "blue" | "yellow";
}

/** What the pointed-at target would do. */
export interface Preview {
  /** The cells visited in order: start, captured stack, landing. */
  path: Key[];
  capture: boolean;
  /** Markers that turn. */
  flips: Key[];
  /** Cells that become territory. */
  gains: Key[];
  seat: Seat;
}

/** A line or a part of one, in a bracket. */
export interface LineMark {
  cells: Key[];
  label?: string;
  /** Printed in the colour of danger after the label. */
  cost?: string;
  selected: boolean;
}

/** A region with its walls. */
export interface RegionMark extends LineMark {
  seat: Seat;
}

/** The rings that would go, counted from the top. */
export interface PaymentMark {
  cell: Key;
  rings: number;
}

/** Cells are keys; everything is optional. */
export interface Marks {
  /** Stacks that may act: an ellipse at the foot. */
  actors?: Key[];
  /** The selected stack: lifted, its cell outlined. */
  chosen?: Key | null;
  /** Cells that may be chosen: a dot; on a marker a ring. */
  targets?: Key[];
  /** Stacks that would be jumped: four claws. */
  captures?: Key[];
  /** Landings of captures: diamonds; on a marker a ring. */
  landings?: Key[];
  /** Short tags on cells: "−1", "+1", "turns". */
  tags?: Record<Key, string>;
  preview?: Preview | null;
  lines?: LineMark[];
  regions?: RegionMark[];
  payments?: PaymentMark[];
  /** Cells lit because a text beside the board names them. */
  highlights?: Key[];
  /** What selecting a cell gains and costs, for screen readers. */
  notes?: Record<Key, string>;
  arrows?: Arrow[];
}

/** The whole last turn. */
export interface Trail {
  /** Cells where rings were placed. */
  placed: Key[];
  /** Where the stack left from. */
  start: Key | null;
  /** The cells visited in order: start, turning points and landings. */
  path: Key[];
  /** Turned markers. */
  flips: Key[];
  /** New territory. */
  collapsed: Key[];
  /** Stacks from which a ring was captured. */
  taken: Key[];
  end: Key | null;
}

export type Motion = "on" | "fast" | "off" | "auto";

/**
 * The element `<ringrift-board>`. Attributes: theme (light, dark; else the page's colour scheme),
 * motion (on, off, auto), coordinates (on, off), patterns (strong: on rings and markers too),
 * label.
 */
export interface BoardElement extends HTMLElement {
  /** Shows a state, animated if the move is given and motion is on. */
  show(state: State, move?: Move | null): Promise<void>;
  readonly state: State | null;
  marks: Marks;
  /** The drawn trail; by default that of the last move given to `show`. */
  trail: Trail | null;
}

/**
 * Events: `ringrift-cell` (a cell was clicked, tapped or selected by Enter), `ringrift-point` (the
 * pointer or the focus is on a cell, or left), `ringrift-notation` (a notation was entered),
 * `ringrift-cancel` (Escape), `ringrift-counter` (rings are about to be eliminated: a listener may
 * say where they fly). All bubble and are composed.
 */
export interface CellDetail {
  cell: Key;
  name: string;
  via: "pointer" | "keyboard";
}
export interface PointDetail {
  cell: Key | null;
}
export interface NotationDetail {
  text: string;
}
export interface CounterDetail {
  /** The seat that the rings are credited to. */
  seat: Seat;
  /** Set by a listener: the element that counts them. */
  element: Element | null;
}
