// What can be put down: a ring, a marker or territory of each seat, or nothing.

import { messages } from "../messages";
import type { Seat } from "../rules/wire";
import type { Tool } from "./positionEditing";

interface EditorToolsProps {
  seats: readonly Seat[];
  tool: Tool;
  onTool(tool: Tool): void;
}

const PIECES = ["ring", "marker", "territory"] as const;

export function EditorTools({ seats, tool, onTool }: EditorToolsProps) {
  return (
    <div className="editor-tools">
      {PIECES.map((piece) => (
        <div key={piece} className="tool-row">
          {seats.map((seat) => (
            <button
              key={seat}
              type="button"
              data-seat={seat}
              data-piece={piece}
              aria-pressed={tool.piece === piece && tool.seat === seat}
              aria-label={messages.sandbox[piece]({ seat: messages.terms.seat({ seat }) })}
              title={messages.sandbox[piece]({ seat: messages.terms.seat({ seat }) })}
              onClick={() => onTool({ piece, seat })}
            >
              <span aria-hidden="true" />
            </button>
          ))}
        </div>
      ))}
      <button
        type="button"
        className="button"
        aria-pressed={tool.piece === "nothing"}
        onClick={() => onTool({ piece: "nothing" })}
      >
        {messages.sandbox.remove}
      </button>
    </div>
  );
}
