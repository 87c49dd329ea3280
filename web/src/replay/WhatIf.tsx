// What else could have been played: the engine's turns beside the played one.

import { Button } from "../components/Button";
import type { PositionView, Step } from "../engine/engine";
import { messages } from "../messages";
import { TurnLineRow } from "../study/TurnLineRow";
import { turnText } from "../study/turnNotation";
import type { TurnLine, TurnLines } from "../study/useTurnLines";
import type { JudgedTurn } from "./judgedTurns";

interface WhatIfProps {
  view: PositionView;
  found: TurnLines | null;
  /** The turn that was played here. */
  played: { steps: readonly Step[]; judged: JudgedTurn | undefined } | null;
  /** The engine of this page can analyse. */
  available: boolean;
  /** The game is still going on: no help, and no position to take elsewhere. */
  live: boolean;
  nameOf(seat: number): string;
  onWalk(steps: Step[]): void;
  onTry(): void;
  onPlayOn(): void;
}

export function WhatIf(props: WhatIfProps) {
  const { view, found, played, available, live } = props;
  const over = view.state.winner !== null;
  const lines = linesToShow(view, found, played);
  return (
    <section className="panel what-if">
      <div className="panel-header">
        <h2>{messages.replay.whatIf}</h2>
        {available && !over && (
          <span className="thinking" role="status">
            {found && !found.thinking
              ? messages.replay.looked({ count: found.nodes })
              : messages.replay.thinking}
          </span>
        )}
      </div>
      {over && <p className="quiet">{messages.replay.noLines}</p>}
      {!available && !over && (
        <p className="quiet">{live ? messages.replay.stillLive : messages.replay.noLinesEngine}</p>
      )}
      <ol className="plain what-if-lines">
        {lines.map((line, index) => (
          // A row stays the same button when the engine changes its mind, so it keeps the focus.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={index}>
            <TurnLineRow
              view={view}
              line={line.line}
              note={line.note}
              bad={line.mark !== ""}
              nameOf={props.nameOf}
              label={messages.replay.walk}
              onOpen={() => props.onWalk([...line.line.steps, ...line.line.answer])}
            />
          </li>
        ))}
      </ol>
      <div className="buttons">
        <Button disabled={over || live} onClick={props.onTry}>
          {messages.replay.study}
        </Button>
        <Button disabled={over || live} onClick={props.onPlayOn}>
          {messages.replay.sandbox}
        </Button>
      </div>
    </section>
  );
}

const MAX_LINES = 2;

interface ShownLine {
  /** The notation of the turn. */
  text: string;
  line: TurnLine;
  /** "played" beside the turn that was played. */
  note: string;
  mark: JudgedTurn["mark"];
}

function linesToShow(
  view: PositionView,
  found: TurnLines | null,
  played: WhatIfProps["played"],
): ShownLine[] {
  const board = view.state.board.type;
  const playedText = played ? turnText(board, played.steps) : "";
  const lines = (found?.lines ?? []).map((line): ShownLine => {
    const text = turnText(board, line.steps);
    const isPlayed = text === playedText;
    const note = isPlayed ? messages.replay.playedLine : "";
    return { text, line, note, mark: "" };
  });
  const judged = played?.judged;
  if (!played || !judged || lines.some(({ text }) => text === playedText)) return lines;
  const line = { steps: [...played.steps], answer: [], shares: judged.after };
  const note = messages.replay.playedLine;
  const last = { text: playedText, line, note, mark: judged.mark };
  return [...lines.slice(0, MAX_LINES - 1), last];
}
