// The built board element, from web/dist or the folder RINGRIFT_PAGE.

import { readFileSync } from "node:fs";
import { resolve } from "node:path";

const folder = process.env.RINGRIFT_PAGE ?? resolve(import.meta.dirname, "../../dist");

export const boardScript = (): Buffer => readFileSync(resolve(folder, "ringrift-board.js"));
