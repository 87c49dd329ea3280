// The page as it was built: `make page`, or the folder that RINGRIFT_PAGE names to the server.

import { readFileSync } from "node:fs";
import { resolve } from "node:path";

const folder = process.env.RINGRIFT_PAGE ?? resolve(import.meta.dirname, "../../dist");

/** The board's one file. */
export const boardScript = (): Buffer => readFileSync(resolve(folder, "ringrift-board.js"));
