// Chooses a board by its shape.

import { useId } from "react";
import { messages } from "../messages";
import { BOARD_NAMES, boardData } from "../rules/boards";
import type { BoardName } from "../rules/wire";

interface BoardChoiceProps {
  label: string;
  value: BoardName;
  onChange(board: BoardName): void;
}

export function BoardChoice({ label, value, onChange }: BoardChoiceProps) {
  const name = useId();
  return (
    <fieldset className="radio-bar">
      <legend>{label}</legend>
      <div className="board-choices">
        {BOARD_NAMES.map((board) => (
          <label key={board} className="board-choice">
            <input
              type="radio"
              name={name}
              value={board}
              checked={board === value}
              onChange={() => onChange(board)}
            />
            <BoardShape board={board} />
            <b>{messages.terms.boards[board]}</b>
            <small>{messages.terms.cells({ count: countCells(board) })}</small>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function countCells(board: BoardName): number {
  const { shape, side } = boardData(board);
  return shape === "hex" ? 3 * side * (side - 1) + 1 : side * side;
}

const SIZE = 44;

/** The outline of a board with its grid. */
function BoardShape({ board }: { board: BoardName }) {
  const { shape, side } = boardData(board);
  const id = useId();
  const cell = SIZE / (shape === "hex" ? 2 * side - 1 : side);
  const outline =
    shape === "hex"
      ? `M${SIZE / 2} 0 ${SIZE} ${SIZE / 4}v${SIZE / 2}l-${SIZE / 2} ${SIZE / 4}-${SIZE / 2}-${SIZE / 4}v-${SIZE / 2}z`
      : `M0 0h${SIZE}v${SIZE}h-${SIZE}z`;
  return (
    <svg viewBox={`-1 -1 ${SIZE + 2} ${SIZE + 2}`} width={SIZE} height={SIZE} aria-hidden="true">
      <pattern id={id} width={cell * 2} height={cell * 2} patternUnits="userSpaceOnUse">
        <path
          d={`M0 0h${cell}v${cell}h-${cell}zM${cell} ${cell}h${cell}v${cell}h-${cell}z`}
          className="board-shape-dark"
        />
      </pattern>
      <path d={outline} className="board-shape" />
      <path d={outline} fill={`url(#${id})`} />
    </svg>
  );
}
