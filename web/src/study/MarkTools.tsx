// Draws highlighted cells and arrows: one cell is highlighted, two make an arrow.

import { Button } from "../components/Button";
import { messages } from "../messages";
import { MARK_COLOURS, type Mark, type MarkColour } from "../records/marks";

interface MarkToolsProps {
  /** Null while marks are not drawn. */
  colour: MarkColour | null;
  /** The first cell of an arrow. */
  from: string | null;
  marks: readonly Mark[];
  onColour(colour: MarkColour | null): void;
  onClear(): void;
}

export function MarkTools({ colour, from, marks, onColour, onClear }: MarkToolsProps) {
  return (
    <fieldset className="mark-tools">
      <legend>{messages.study.marks}</legend>
      {MARK_COLOURS.map((each) => (
        <button
          key={each}
          type="button"
          className="mark-colour"
          data-colour={each}
          aria-pressed={colour === each}
          aria-label={messages.study.markColour({ colour: each })}
          title={messages.study.markColour({ colour: each })}
          onClick={() => onColour(colour === each ? null : each)}
        />
      ))}
      <Button disabled={marks.length === 0} onClick={onClear}>
        {messages.study.clearMarks}
      </Button>
      <small className="quiet" role="status">
        {colour === null
          ? ""
          : from === null
            ? messages.study.markFirst
            : messages.study.markSecond({ cell: from })}
      </small>
    </fieldset>
  );
}

/** Adds a mark, or removes the same one. */
export function toggleMark(marks: readonly Mark[], mark: Mark): Mark[] {
  const others = marks.filter(({ cell, to }) => cell !== mark.cell || to !== mark.to);
  const same = marks.some(
    ({ cell, to, colour }) => cell === mark.cell && to === mark.to && colour === mark.colour,
  );
  return same ? others : [...others, mark];
}
