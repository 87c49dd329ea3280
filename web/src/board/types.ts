// The interface of the board element: marks, attributes and events.

import type { Key, Move, Seat, State } from "../rules/wire";

export interface Arrow {
  from: Key;
  to: Key;
  /** 1 for the best move; lower weights are fainter. */
  weight: number;
  label?: string;
}

/**
 * Cells that are highlighted together, with a note beside them: a region and its cost, a line, a
 * segment.
 */
export interface Glow {
  cells: Key[];
  seat?: Seat;
  text?: string;
}

export interface Marks {
  /** Selectable cells: a dot on each. */
  targets?: Key[];
  /** Stacks that can be captured or paid with: an outline around each. */
  stacks?: Key[];
  /** The selected stack: an ellipse around its base. */
  chosen?: Key | null;
  glows?: Glow[];
  /**
   * What selecting a cell gains and costs, for screen readers: the text of a glow is only drawn.
   */
  notes?: Record<Key, string>;
  arrows?: Arrow[];
}

export type Motion = "on" | "off" | "auto";

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
  /** The move whose trail is drawn; by default the last one given to `show`. */
  lastMove: Move | null;
}

/**
 * Events: `ringrift-cell` (a cell was clicked, tapped or selected by Enter), `ringrift-point` (the
 * pointer or the focus is on a cell, or left), `ringrift-notation` (a notation was entered),
 * `ringrift-cancel` (Escape), `ringrift-counter` (rings are about to be eliminated: a listener may
 * say where they fly). All bubble and cross shadow roots.
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
