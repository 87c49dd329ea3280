// A drawn example: a real board that shows its moves and can be tried out.

import { useMemo, useRef, useState } from "react";
import { Board } from "../board/react";
import { Link } from "../browser/router";
import { messages } from "../messages";
import { useBoardSettings } from "../play/useBoardSettings";
import { parsePosition } from "../rules/positionString";
import { findPicture, type Picture } from "./pictures";
import { useInView } from "./useInView";

export function ExampleBoard({ name, about }: { name: string; about: string }) {
  const picture = findPicture(name);
  const place = useRef<HTMLElement>(null);
  const inView = useInView(place);
  const sandbox = `/sandbox#${new URLSearchParams({ position: picture.positions[0] ?? "" })}`;
  return (
    <figure className="example" ref={place}>
      {inView ? (
        <ExampleMoves picture={picture} about={about} />
      ) : (
        <div className="example-board" />
      )}
      <figcaption>
        <Link to={sandbox}>
          {messages.rulebook.openInSandbox} <span className="visually-hidden">({about})</span>
        </Link>
      </figcaption>
    </figure>
  );
}

function ExampleMoves({ picture, about }: { picture: Picture; about: string }) {
  const { positions, moves, marks } = picture;
  const states = useMemo(() => positions.map(parsePosition), [positions]);
  const [at, setAt] = useState(moves.length);
  const look = useBoardSettings();
  const state = states[at];
  if (!state) return null;
  const atEnd = at === moves.length;
  const last = moves[at - 1] ?? null;
  const turn = () => setAt(atEnd ? 0 : at + 1);
  return (
    <>
      <div className="example-board">
        <Board
          state={state}
          move={last}
          lastMove={atEnd && marks.chosen ? null : last}
          marks={atEnd ? marks : {}}
          label={about}
          {...look}
        />
      </div>
      {moves.length > 0 && (
        <button type="button" className="button" onClick={turn}>
          {atEnd
            ? messages.rulebook.showBefore
            : messages.rulebook.playMove({ left: moves.length - at })}
          <span className="visually-hidden"> ({about})</span>
        </button>
      )}
    </>
  );
}
