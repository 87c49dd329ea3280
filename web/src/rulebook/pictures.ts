// The documents' drawn examples as positions and moves (written by `python -m tools.web_rulebook_pictures`).

import type { Marks } from "../board/types";
import type { Move } from "../rules/wire";
import written from "./pictures.json";

export interface Picture {
  /** From the start to what the documents show. */
  positions: string[];
  /** What leads from each position to the next. */
  moves: Move[];
  /** What is marked in the last position. */
  marks: Marks;
}

const pictures = written as unknown as Record<string, Picture>;

export function findPicture(name: string): Picture {
  const found = pictures[name];
  if (!found)
    throw new RangeError(`no picture "${name}": run python -m tools.web_rulebook_pictures`);
  return found;
}
