// What a page tells the board beside the state, and what the board tells the page.

import type { Key, Move, Seat, State } from "../rules/wire";

export interface Arrow {
  from: Key;
  to: Key;
  /** 1 for the best line; less is drawn fainter. */
  weight: number;
  label?: string;
}

/** Cells that brighten together, with what is written beside them: a region and its cost, a line, a segment. */
export interface Glow {
  cells: Key[];
  seat?: Seat;
  text?: string;
}

export interface Marks {
  /** Cells that can be chosen: highlight dots. */
  targets?: Key[];
  /** Stacks that can be captured or paid with: a ring around each. */
  stacks?: Key[];
  /** The stack that was chosen: a highlight at its foot. */
  chosen?: Key | null;
  glows?: Glow[];
  /** What choosing a cell brings and costs, for the cell's name: a glow's text is drawn and not read out. */
  notes?: Record<Key, string>;
  arrows?: Arrow[];
}

export type Motion = "on" | "off" | "auto";

/** The element `<ringrift-board>`. Attributes: theme (light, dark; else the page's colour scheme), motion (on, off, auto), coordinates (on, off),
 *  patterns (strong: the seats' patterns lie on rings and markers too), label. */
export interface BoardElement extends HTMLElement {
  /** Shows a state at once, or the way to it from the state before when the move is given and motion is on. */
  show(state: State, move?: Move | null): Promise<void>;
  readonly state: State | null;
  marks: Marks;
  /** Drawn faintly as the last move's track; by default the move last given to `show`. */
  lastMove: Move | null;
}

/** Events: `ringrift-cell` (a cell was clicked, touched, or chosen by Enter), `ringrift-point` (the pointer or the keyboard is over a cell, or left),
 *  `ringrift-notation` (text was typed and entered on the board), `ringrift-cancel` (Escape), `ringrift-counter` (rings are about to be eliminated:
 *  a listener may say where they fly). All bubble and cross shadow roots. */
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
  /** A listener puts the element here that counts them. */
  element: Element | null;
}
