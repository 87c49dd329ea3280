import { describe, expect, test } from "vitest";
import type { RingriftBoard } from "../../src/board/element";
import { look } from "../../src/board/look";
import { boardOf, shadowRoot } from "./board";
import { type Picture, pictures } from "./scenes";
import { drawingOf, drawingOn, type Shape } from "./shapes";

const themeColours = new Set(
  Object.values(look.themes).flatMap((theme) => Object.values(theme).map(String)),
);

function shown({ state, marks, last }: Picture): RingriftBoard {
  const board = boardOf(last ? last.before : state);
  if (last) void board.show(last.after, last.move);
  void board.show(state);
  board.marks = marks;
  return board;
}

/** Rings and markers, in the order in which they are drawn. */
function standing(shapes: Shape[]): Shape[] {
  return shapes.filter((shape) => /^ellipse|side of/.test(shape));
}

describe.each(pictures.map((picture) => [picture.name, picture] as const))(
  "the board of %s",
  (_, picture) => {
    const python = drawingOf(picture.svg, themeColours);
    const ours = drawingOn(shadowRoot(shown(picture)));

    test("has the shapes of the Python picture in the same places", () => {
      expect(ours.shapes.toSorted()).toEqual(python.shapes.toSorted());
    });

    test("has the same tiles and outlines", () => {
      expect(ours.outlines.toSorted()).toEqual(python.outlines.toSorted());
    });

    test("draws far rows first", () => {
      expect(standing(ours.shapes)).toEqual(standing(python.shapes));
    });
  },
);
