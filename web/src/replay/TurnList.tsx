// The turns of a game, one line each, with a mark on those that gave away much.

import { memo, useEffect, useRef } from "react";
import { useSettings } from "../browser/settings";
import type { RecordReplay } from "../engine/engine";
import { messages } from "../messages";
import type { Seat } from "../rules/wire";
import { turnText } from "../study/turnNotation";
import type { JudgedTurn, PlayedTurn } from "./judgedTurns";
import { playerName } from "./recordHeaders";
import { describeTurn } from "./turnWords";

interface TurnListProps {
  record: RecordReplay;
  turns: readonly PlayedTurn[];
  judged: readonly JudgedTurn[];
  /** The index of the shown turn; the number of turns at the end. */
  selected: number;
  /** The number of moves of a balanced start. */
  startMoves: number;
  /** The reader's seat at the end; null for others. */
  own: Seat | null;
  onJump(at: number): void;
}

export const TurnList = memo(function Turns({
  record,
  turns,
  judged,
  selected,
  startMoves,
  own,
  onJump,
}: TurnListProps) {
  const list = useRef<HTMLOListElement>(null);
  const { story } = useSettings();
  useEffect(() => {
    const entry = list.current?.children[selected] as HTMLElement | undefined;
    // Only the list scrolls, never the page.
    if (list.current && entry)
      list.current.scrollTop = entry.offsetTop - list.current.clientHeight / 2;
  }, [selected]);
  if (turns.length === 0) return <p className="quiet">{messages.replay.noTurns}</p>;
  const board = record.setup.board;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls needs the focus
    <ol className="plain turn-list" ref={list} tabIndex={0} aria-label={messages.replay.turns}>
      {turns.map((turn, i) => (
        <li key={turn.from}>
          <button
            type="button"
            className="turn-row"
            aria-current={i === selected ? "step" : undefined}
            onClick={() => onJump(turn.from)}
          >
            <span className="turn-number">{turn.number}</span>
            <span className="turn-dot" data-seat={turn.seat}>
              <span className="visually-hidden">{playerName(record, turn.seat, turn.from)}</span>
            </span>
            <span className="turn-text">
              <TurnTexts
                words={story === "words" || i === selected ? describeTurn(record, turn, own) : ""}
                notation={turnText(board, record.steps.slice(turn.from, turn.to))}
                wordsFirst={story === "words"}
                both={i === selected}
              />
              {turn.to <= startMoves && (
                <span className="quiet"> ({messages.replay.startOfBook})</span>
              )}
            </span>
            <TurnMarkSign mark={judged[i]?.mark ?? ""} />
          </button>
        </li>
      ))}
      <li>
        <button
          type="button"
          className="turn-row"
          aria-current={selected === turns.length ? "step" : undefined}
          onClick={() => onJump(record.steps.length)}
        >
          <span className="turn-number" />
          <span />
          <span className="turn-text">{messages.replay.end}</span>
        </button>
      </li>
    </ol>
  );
});

interface TurnTextsProps {
  words: string;
  notation: string;
  wordsFirst: boolean;
  /** The shown turn has the other form, too. */
  both: boolean;
}

function TurnTexts({ words, notation, wordsFirst, both }: TurnTextsProps) {
  const [first, second] = wordsFirst && words ? [words, notation] : [notation, words];
  return (
    <>
      {first}
      {both && second && <span className="turn-words">{second}</span>}
    </>
  );
}

function TurnMarkSign({ mark }: { mark: JudgedTurn["mark"] }) {
  if (mark === "") return null;
  const { blunder, mistake } = messages.replay.marks;
  return (
    <span className="turn-mark">
      <span aria-hidden="true">{mark}</span>
      <span className="visually-hidden">{mark === "??" ? blunder : mistake}</span>
    </span>
  );
}
