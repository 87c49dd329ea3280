// One of the engine's turns: the shares, the turn with the answer to it, and the mover's chance.

import type { PositionView } from "../engine/engine";
import { messages } from "../messages";
import { ShareBar } from "./ShareBar";
import { turnParts, turnText } from "./turnNotation";
import type { TurnLine } from "./useTurnLines";

interface TurnLineRowProps {
  view: PositionView;
  line: TurnLine;
  /** Such as "played". */
  note?: string;
  bad?: boolean;
  nameOf(seat: number): string;
  /** What the button does with the turn, for screen readers: "Play". */
  label: string;
  onOpen(): void;
}

export function TurnLineRow({ view, line, note, bad, nameOf, label, onOpen }: TurnLineRowProps) {
  const { currentPlayer: seat, board } = view.state;
  const [first = "", ...rest] = turnParts(board.type, line.steps);
  const swapped = line.steps.some(({ move }) => move.type === "swap_sides");
  const own = line.shares[(swapped ? 3 - seat : seat) - 1] ?? 0;
  const answer = describeAnswer(line, nameOf);
  return (
    <div className="turn-line">
      <ShareBar shares={line.shares} />
      <button type="button" className="turn-line-open" onClick={onOpen}>
        <span>
          <span className="visually-hidden">{label} </span>
          <strong>{first}</strong>
          {rest.map((part) => `, ${part}`).join("")}
          {note && <span className="tag">{note}</span>}
        </span>
        {answer && <span className="quiet">{answer}</span>}
      </button>
      <span className="turn-line-value" data-bad={bad || undefined}>
        {messages.study.percent({ percent: Math.round(100 * own) })}
      </span>
    </div>
  );
}

function describeAnswer(line: TurnLine, nameOf: (seat: number) => string): string {
  const reached = line.steps.at(-1)?.view.state;
  if (!reached) return "";
  if (reached.winner !== null) return messages.study.ends;
  if (line.answer.length === 0) return "";
  const turn = turnText(reached.board.type, line.answer);
  return messages.study.then({ name: nameOf(reached.currentPlayer), turn });
}
