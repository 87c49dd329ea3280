// The board for any page: `<script type="module" src="ringrift-board.js">` defines
// `<ringrift-board>`.

import { RingriftBoard } from "./element";

export type * from "./types";
export { RingriftBoard };

if (!customElements.get("ringrift-board")) customElements.define("ringrift-board", RingriftBoard);
