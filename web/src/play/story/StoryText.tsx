// Text that names cells: pointing at a name lights its cells on the board, a click keeps them lit.

import type { Key } from "../../rules/wire";
import { partsOf, type StoryText as Text } from "./storyText";

interface StoryTextProps {
  text: Text;
  onPoint(cells: Key[]): void;
}

export function StoryText({ text, onPoint }: StoryTextProps) {
  return partsOf(text).map(({ text: words, strong, cells }, index) => {
    const key = `${index} ${words}`;
    if (cells)
      return (
        <button
          key={key}
          type="button"
          className="cell-name"
          onPointerEnter={() => onPoint(cells)}
          onPointerLeave={() => onPoint([])}
          onFocus={() => onPoint(cells)}
          onBlur={() => onPoint([])}
          onClick={(event) => {
            event.stopPropagation();
            onPoint(cells);
          }}
        >
          {words}
        </button>
      );
    return strong ? <b key={key}>{words}</b> : <span key={key}>{words}</span>;
  });
}
