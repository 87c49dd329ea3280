// An example from the rulebook: a board that plays its moves and links to the sandbox.

import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { Board } from "../board/react";
import { trailOf } from "../board/trail";
import type { Marks } from "../board/types";
import { Link } from "../browser/router";
import { messages } from "../messages";
import { useBoardSettings } from "../play/useBoardSettings";
import { parsePosition } from "../records/positionString";
import type { Move } from "../rules/wire";
import pictureData from "./pictures.json";

export function ExampleBoard({ name, alt }: { name: string; alt: string }) {
  const picture = findPicture(name);
  const figure = useRef<HTMLElement>(null);
  const inView = useInView(figure);
  const sandbox = `/sandbox#${new URLSearchParams({ position: picture.positions[0] ?? "" })}`;
  return (
    <figure className="example" ref={figure}>
      {inView ? <ExampleMoves picture={picture} alt={alt} /> : <div className="example-board" />}
      <figcaption>
        <Link to={sandbox}>
          {messages.rulebook.openInSandbox} <span className="visually-hidden">({alt})</span>
        </Link>
      </figcaption>
    </figure>
  );
}

function ExampleMoves({ picture, alt }: { picture: Picture; alt: string }) {
  const { positions, moves, marks } = picture;
  const states = useMemo(() => positions.map(parsePosition), [positions]);
  const [at, setAt] = useState(moves.length);
  const boardSettings = useBoardSettings();
  const atEnd = at === moves.length;
  const last = moves[at - 1] ?? null;
  const trail = useMemo(() => {
    const move = moves[at - 1];
    return move ? trailOf([{ move, before: states[at - 1], after: states[at] }]) : null;
  }, [moves, states, at]);
  const state = states[at];
  if (!state) return null;
  const showNextMove = () => setAt(atEnd ? 0 : at + 1);
  return (
    <>
      <div className="example-board">
        <Board
          state={state}
          move={last}
          trail={atEnd && marks.chosen ? null : trail}
          marks={atEnd ? marks : {}}
          label={alt}
          {...boardSettings}
        />
      </div>
      {moves.length > 0 && (
        <button type="button" className="button" onClick={showNextMove}>
          {atEnd
            ? messages.rulebook.showBefore
            : messages.rulebook.playMove({ left: moves.length - at })}
          <span className="visually-hidden"> ({alt})</span>
        </button>
      )}
    </>
  );
}

/** Reports when the element is about to scroll into view. */
const LOAD_MARGIN = "600px";

function useInView(element: RefObject<Element | null>): boolean {
  const [inView, setInView] = useState(typeof IntersectionObserver === "undefined");
  useEffect(() => {
    if (inView || !element.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setInView(true);
      },
      { rootMargin: LOAD_MARGIN },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [inView, element]);
  return inView;
}

export interface Picture {
  /** From the start to the position in the document. */
  positions: string[];
  /** The moves between the positions. */
  moves: Move[];
  /** Marks in the last position. */
  marks: Marks;
}

const pictures = pictureData as unknown as Record<string, Picture>;

export function findPicture(name: string): Picture {
  const found = pictures[name];
  if (!found)
    throw new RangeError(`no picture "${name}": run python -m tools.web_rulebook_pictures`);
  return found;
}
