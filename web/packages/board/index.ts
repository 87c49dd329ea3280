// The npm package @ringrift/board: importing it defines the element `<ringrift-board>`.

import type { RingriftBoard } from "../../src/board";
import type { CellDetail, CounterDetail, NotationDetail, PointDetail } from "../../src/board/types";

export * from "../../src/board";
export type { BoardName, Key, Move, Position, Seat, State } from "../../src/rules/wire";

declare global {
  interface HTMLElementTagNameMap {
    "ringrift-board": RingriftBoard;
  }
  interface GlobalEventHandlersEventMap {
    "ringrift-cell": CustomEvent<CellDetail>;
    "ringrift-point": CustomEvent<PointDetail>;
    "ringrift-notation": CustomEvent<NotationDetail>;
    "ringrift-cancel": CustomEvent<null>;
    "ringrift-counter": CustomEvent<CounterDetail>;
  }
}
