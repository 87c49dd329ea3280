// What can be put down: a ring, a marker or territory of each seat, or nothing.

import { messages } from "../messages";
import type { Seat } from "../rules/wire";
import type { Tool } from "./positionEditing";

interface EditorToolsProps {
  seats: readonly Seat[];
  tool: Tool;
  onTool(tool: Tool): void;
}

const PUTS = ["ring", "marker", "territory"] as const;

export function EditorTools({ seats, tool, onTool }: EditorToolsProps) {
  return (
    <div className="editor-tools">
      {PUTS.map((put) => (
        <div key={put} className="tool-row">
          {seats.map((seat) => (
            <button
              key={seat}
              type="button"
              data-seat={seat}
              data-piece={put}
              aria-pressed={tool.put === put && tool.seat === seat}
              aria-label={messages.sandbox[put]({ seat: messages.terms.seat({ seat }) })}
              title={messages.sandbox[put]({ seat: messages.terms.seat({ seat }) })}
              onClick={() => onTool({ put, seat })}
            >
              <span aria-hidden="true" />
            </button>
          ))}
        </div>
      ))}
      <button
        type="button"
        className="button"
        aria-pressed={tool.put === "nothing"}
        onClick={() => onTool({ put: "nothing" })}
      >
        {messages.sandbox.remove}
      </button>
    </div>
  );
}
