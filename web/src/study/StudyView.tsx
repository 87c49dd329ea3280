// A study on its board: chapters, moves with variations, comments, marks and the engine's lines.

import { useCallback, useEffect, useMemo, useState } from "react";
import { useSession } from "../account/loginSession";
import type { Arrow } from "../board/types";
import { navigate } from "../browser/router";
import { Button } from "../components/Button";
import { Loading } from "../components/Loading";
import { showError } from "../components/toasts";
import type { Engine, PositionView, RankedMove, Step } from "../engine/engine";
import { messages } from "../messages";
import { cellName, keyFromName } from "../play/cells";
import { GameView } from "../play/GameView";
import { moveArrow } from "../play/moveArrow";
import type { SeatInfo } from "../play/types";
import { encodeFragment } from "../play/urlFragment";
import { useNavigationKeys } from "../play/useNavigationKeys";
import type { Mark, MarkColour } from "../records/marks";
import type { BoardName, Key, Seat } from "../rules/wire";
import { AnalysisPanel } from "./AnalysisPanel";
import { ChapterPanel } from "./ChapterPanel";
import { MarkTools, toggleMark } from "./MarkTools";
import { MoveTree } from "./MoveTree";
import { SaveStatus } from "./SaveStatus";
import type { StudySource, StudySummary } from "./studySource";
import { changeAnnotation, isOnMainLine, promote, removeAt, walk } from "./studyTree";
import { useAnalysis } from "./useAnalysis";
import { useChapter } from "./useChapter";
import { useCompletedLines } from "./useTurnLines";
import "../sandbox/sandbox.css";
import "./study.css";
import "./studyView.css";

interface StudyViewProps {
  engine: Engine;
  source: StudySource;
  summary: StudySummary;
  chapter: string;
  onChapter(id: string): void;
  /** The study has changed apart from the moves of the shown chapter. */
  onChange(): void;
}

export function StudyView(props: StudyViewProps) {
  const { engine, source, summary, chapter: id, onChapter, onChange } = props;
  const { editable } = summary;
  const [edition, setEdition] = useState(0);
  const name = summary.chapters.find((each) => each.id === id)?.name ?? "";
  const { open, failure } = useChapter(engine, source, id, name, editable, edition);
  const [enabled, setEnabled] = useState(true);
  const [serverRequested, setServerRequested] = useState(false);
  // The server analyses for accounts only: a guest account is created on request, not on a visit.
  const server = useSession().account !== null || serverRequested;
  const [attempt, setAttempt] = useState(0);
  const [lineCount, setLineCount] = useState(3);
  const [drawing, setDrawing] = useState<MarkColour | null>(null);
  const [arrowStart, setArrowStart] = useState<string | null>(null);
  const view = open?.view ?? null;
  const analysis = useAnalysis(engine, view, { best: lineCount, server }, enabled, attempt);
  const lines = analysis?.report?.lines;
  const turnLines = useCompletedLines(engine, view, lines);
  const marks = open ? (open.nodes.at(-1)?.annotation ?? open.chapter.tree).marks : NO_MARKS;
  const board = open?.chapter.setup.board ?? "square8";
  const arrows = useMemo(
    () => [
      ...(view && lines && marks.length === 0 ? variationArrows(view, lines) : []),
      ...marks.flatMap((mark) => markArrow(board, mark)),
    ],
    [view, lines, marks, board],
  );
  useNavigationKeys((step) => open?.select(walk(open.chapter.tree, open.path, step)));

  // Another position begins another arrow.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => setArrowStart(null), [view?.hash, drawing]);

  if (failure)
    return (
      <section className="page">
        <p role="alert" className="error">
          {failure}
        </p>
        <Button onClick={() => setEdition(edition + 1)}>{messages.shell.retry}</Button>
      </section>
    );
  if (!open || !view) return <Loading what={messages.study.loading} />;

  const { tree } = open.chapter;
  const annotate = (change: { comment?: string; marks?: Mark[] }) =>
    open.change(changeAnnotation(tree, open.path, change));
  const draw = (cell: Key): boolean => {
    if (drawing === null) return false;
    const at = cellName(board, cell);
    if (arrowStart === null) setArrowStart(at);
    else {
      const to = at === arrowStart ? null : at;
      annotate({ marks: toggleMark(marks, { colour: drawing, cell: arrowStart, to }) });
      setArrowStart(null);
    }
    return true;
  };
  const openInSandbox = async () => {
    const position = await engine.toPositionString(view.state);
    navigate(`/sandbox#${await encodeFragment({ position })}`);
  };
  const comment =
    open.nodes.at(-1)?.annotation.comment ?? (open.path.length === 0 ? tree.comment : "");
  const ownSeats = view.state.players.map(({ playerNumber }) => playerNumber);
  return (
    <div className="study-view">
      <h1 className="visually-hidden">{summary.name}</h1>
      <GameView
        view={view}
        start={open.chapter.start}
        steps={open.steps}
        ownSeats={ownSeats}
        seats={seatsOf(open.chapter.names, ownSeats)}
        pending={open.pending}
        onMove={(move) =>
          open.play((from) => engine.playAndSettle(from.state, move)).catch(showError)
        }
        onCellClick={draw}
        arrows={arrows}
        log={{
          label: messages.study.moves,
          content: (
            <div className="study-log">
              <ChapterPanel
                engine={engine}
                source={source}
                summary={summary}
                chapter={id}
                record={open.record}
                onChapter={onChapter}
                onChange={onChange}
              />
              <SaveStatus
                save={open.save}
                shown={editable}
                onKeep={async () => {
                  const mine = await open.record();
                  const added = await source.addChapter(messages.study.copyName({ name }), mine);
                  onChange();
                  setEdition(edition + 1);
                  onChapter(added.id);
                }}
                onLoad={() => setEdition(edition + 1)}
                source={source}
                chapter={id}
              />
              <MoveTree tree={tree} board={board} path={open.path} onSelect={open.select} />
              {editable && (
                <div className="study-edit">
                  <CommentField
                    key={open.path.at(-1) ?? 0}
                    value={comment}
                    onChange={(text) => annotate({ comment: text })}
                  />
                  <MarkTools
                    colour={drawing}
                    from={arrowStart}
                    marks={marks}
                    onColour={setDrawing}
                    onClear={() => annotate({ marks: [] })}
                  />
                  <div className="buttons">
                    <Button
                      disabled={isOnMainLine(tree, open.path)}
                      onClick={() => open.change(promote(tree, open.path))}
                    >
                      {messages.study.makeMain}
                    </Button>
                    <Button
                      kind="danger"
                      disabled={open.path.length === 0}
                      onClick={() => {
                        const last = open.nodes.findLastIndex(({ bookkeeping }) => !bookkeeping);
                        const at = open.path.slice(0, Math.max(last, 0) + 1);
                        open.change(removeAt(tree, at), at.slice(0, -1));
                      }}
                    >
                      {messages.study.deleteFrom}
                    </Button>
                  </div>
                </div>
              )}
            </div>
          ),
        }}
        controls={
          <div className="buttons controls">
            <Button
              disabled={open.path.length === 0}
              onClick={() => open.select(walk(tree, open.path, "back"))}
            >
              {messages.study.undo}
            </Button>
            <Button
              disabled={walk(tree, open.path, "on").length === open.path.length}
              onClick={() => open.select(walk(tree, open.path, "on"))}
            >
              {messages.study.redo}
            </Button>
            <Button onClick={() => openInSandbox().catch(showError)}>
              {messages.study.sandbox}
            </Button>
          </div>
        }
        aside={
          <AnalysisPanel
            analysis={analysis}
            enabled={enabled}
            gameOver={view.state.gameStatus === "completed"}
            lineCount={lineCount}
            onToggle={setEnabled}
            onRestart={() => setAttempt(attempt + 1)}
            onAskServer={
              server
                ? undefined
                : () => {
                    setServerRequested(true);
                    setEnabled(true);
                  }
            }
            onLineCount={setLineCount}
            view={view}
            lines={turnLines}
            nameOf={(seat) => messages.terms.seat({ seat })}
            onPlayLine={({ steps }) => open.play(() => settled(engine, steps)).catch(showError)}
          />
        }
      />
    </div>
  );
}

const NO_MARKS: readonly Mark[] = [];

/** Keeps what is typed, spaces at the end included, and passes every change on. */
function CommentField({ value, onChange }: { value: string; onChange(text: string): void }) {
  const [text, setText] = useState(value);
  const change = useCallback(
    (next: string) => {
      setText(next);
      onChange(next);
    },
    [onChange],
  );
  return (
    <label className="field">
      {messages.study.comment}
      <textarea
        rows={3}
        maxLength={4000}
        placeholder={messages.study.commentHint}
        value={text}
        onChange={(event) => change(event.target.value)}
      />
    </label>
  );
}

function seatsOf(names: readonly string[], seats: readonly Seat[]): SeatInfo[] {
  return seats.map((seat) => ({
    seat,
    name: names[seat - 1] || messages.terms.seat({ seat }),
    kind: "",
  }));
}

/** The steps and the bookkeeping moves that are due after them. */
async function settled(engine: Engine, steps: Step[]): Promise<Step[]> {
  const last = steps.at(-1);
  return last ? [...steps, ...(await engine.settle(last.view.state))] : steps;
}

function markArrow(board: BoardName, { colour, cell, to }: Mark): Arrow[] {
  const from = keyFromName(board, cell);
  const end = keyFromName(board, to ?? cell);
  return from && end ? [{ from, to: end, weight: 1, tone: colour }] : [];
}

function variationArrows({ decision }: PositionView, lines: readonly RankedMove[]): Arrow[] {
  return lines.flatMap((line, i) => {
    const move = decision?.moves[decision.notation.indexOf(line.move)];
    const arrow = move && moveArrow(move, 1 / (i + 1), String(i + 1));
    return arrow ? [arrow] : [];
  });
}
