// Marks on the board: highlighted cells, and arrows between cells. Written `green:d4`, `red:d4-d7`.

import { messages } from "../messages";
import { gridOf } from "../rules/grid";
import { type BoardName, RefusedError } from "../rules/wire";

export const MARK_COLOURS = ["green", "red", "blue", "yellow"] as const;
export type MarkColour = (typeof MARK_COLOURS)[number];

/** A highlighted cell, or an arrow if it has a second cell. Cells have their names: `d4`. */
export interface Mark {
  colour: MarkColour;
  cell: string;
  to: string | null;
}

const MARK = /^([a-z]{1,10}):([a-z][0-9]{1,2})(?:-([a-z][0-9]{1,2}))?$/;
export const MAX_MARKS = 200; // after one move

export function formatMark({ colour, cell, to }: Mark): string {
  return `${colour}:${cell}${to === null ? "" : `-${to}`}`;
}

export function parseMark(text: string): Mark {
  const found = MARK.exec(text);
  const colour = MARK_COLOURS.find((each) => each === found?.[1]);
  if (!found || !colour) throw refusal(messages.records.mark({ mark: text.slice(0, 30) }));
  return { colour, cell: found[2] ?? "", to: found[3] ?? null };
}

/** Throws for a cell that is not on the board, and for too many or repeated marks. */
export function checkMarks(board: BoardName, marks: readonly Mark[]): void {
  const { byName } = gridOf(board);
  const known = new Set<string>();
  for (const mark of marks) {
    const place = `${mark.cell}-${mark.to}`;
    const valid =
      byName.has(mark.cell) &&
      (mark.to === null || byName.has(mark.to)) &&
      mark.cell !== mark.to &&
      !known.has(place);
    if (!valid) throw refusal(messages.records.markPlace({ mark: formatMark(mark) }));
    known.add(place);
  }
  if (known.size > MAX_MARKS) throw refusal(messages.records.markCount({ max: MAX_MARKS }));
}

function refusal(message: string): RefusedError {
  return new RefusedError({ code: "MALFORMED", rule: null, message });
}
