// The board and the Python renderer draw the same pieces, territories and marks.

import look from "@package/drawing/look.json";
import { describe, expect, test } from "vitest";
import type { RingriftBoard } from "../../src/board/element";
import { boardOf, shadowRoot } from "./board";
import { type Picture, pictures } from "./scenes";
import { drawingOf, drawingOn } from "./shapes";

const { themes } = look;

function shown({ state, marks, last }: Picture): RingriftBoard {
  const board = boardOf(last ? last.before : state);
  if (last) void board.show(last.after, last.move);
  void board.show(state);
  board.marks = marks;
  return board;
}

describe.each(pictures.map((picture) => [picture.name, picture] as const))(
  "the board of %s",
  (_, picture) => {
    const theme = picture.name.endsWith("dark") ? themes.slate : themes.paper;
    const python = drawingOf(picture.svg, theme);
    const ours = drawingOn(shadowRoot(shown(picture)));

    test("has the pieces of the Python picture in the same places", () => {
      const level = (pieces: string[]): string[] =>
        pieces.map((piece) => piece.split(" ")[0] ?? "");
      const lifted = Boolean(picture.marks.chosen); // in Python by its place, here by a style
      const compared = (pieces: string[]): string[] => (lifted ? level(pieces) : pieces).toSorted();
      expect(compared(ours.pieces)).toEqual(compared(python.pieces));
    });

    test("draws far rows first", () => {
      const feet = ours.pieces.filter((piece) => /^(shadow|coin)/.test(piece));
      const rows = feet.map(
        (piece) => Number(piece.split(" ")[2]) - (piece.startsWith("s") ? 13 : 0),
      );
      expect(rows).toEqual(rows.toSorted((a, b) => a - b));
    });

    test("has the same territories", () => {
      expect(ours.land.toSorted()).toEqual(python.land.toSorted());
    });

    test("has the same heights, counts, labels and notes", () => {
      expect(ours.texts.toSorted()).toEqual(python.texts.toSorted());
    });

    test("has the same marks and the same trail", () => {
      const plain = (lines: string[]): string[] =>
        lines
          .filter((line) => !picture.marks.regions?.length || line.startsWith("trail"))
          .toSorted();
      if (!picture.last?.move.type.includes("capture"))
        expect(plain(ours.lines)).toEqual(plain(python.lines));
    });
  },
);
