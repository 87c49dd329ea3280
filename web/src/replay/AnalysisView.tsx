// The analysis of a replayed game: board, turns, what else could have been played, key turns,
// accuracy and the chances of winning.

import { lazy, Suspense, useCallback, useMemo, useRef, useState } from "react";
import { useSession } from "../account/loginSession";
import { Board } from "../board/react";
import { trailOf } from "../board/trail";
import type { BoardElement } from "../board/types";
import { navigate as openPage } from "../browser/router";
import { Button } from "../components/Button";
import { Loading } from "../components/Loading";
import { showError } from "../components/toasts";
import type { PositionView, RecordReplay, Step } from "../engine/engine";
import { finalShares } from "../engine/turnEnd";
import { useEngine } from "../engine/useEngine";
import { Standing } from "../game/Standing";
import { messages } from "../messages";
import { turnSteps } from "../play/history";
import { StoryFormToggle } from "../play/story/StoryFormToggle";
import { encodeFragment } from "../play/urlFragment";
import { useBoardSettings } from "../play/useBoardSettings";
import { type NavigationStep, useNavigationKeys } from "../play/useNavigationKeys";
import type { Seat } from "../rules/wire";
import type { Embedded } from "../share/frameCode";
import { turnText } from "../study/turnNotation";
import { useTurnLines } from "../study/useTurnLines";
import { AccuracyPanel } from "./AccuracyPanel";
import { ChanceChart } from "./ChanceChart";
import { type JudgedTurn, playedTurns } from "./judgedTurns";
import { KeyTurns } from "./KeyTurns";
import { mistakesOf } from "./mistakes";
import { PlaybackControls, usePlayback } from "./PlaybackControls";
import { drawPicture } from "./positionPicture";
import { recordFiles } from "./recordFiles";
import {
  commentAt,
  departuresInRecord,
  describeFirstWhoStayed,
  playerName,
  seatsInRecord,
  standingInRecord,
} from "./recordHeaders";
import { SeatChances } from "./SeatChances";
import { ShareAndDownload } from "./ShareAndDownload";
import { TurnList } from "./TurnList";
import { turnArrows } from "./turnArrows";
import { findTurn, navigate, turnIndexAt } from "./turnNavigation";
import { useAnimatedMove } from "./useAnimatedMove";
import { useJudgedGame } from "./useJudgedGame";
import { WhatIf } from "./WhatIf";
import "../play/panels.css";
import "../study/study.css";
import "./analysis.css";

const MistakePractice = lazy(() => import("./MistakePractice"));

interface AnalysisViewProps {
  record: RecordReplay;
  /** The record as it was loaded. */
  text: string;
  /** The turn to open with. */
  turn: number | null;
  /** The address of the game's record on this server, with its query; null for other records. */
  path: string | null;
  /** Opens with the exercises. */
  practice?: boolean;
  onClose(): void;
}

/** A line of moves that is walked through instead of the game. */
interface Variation {
  from: number;
  steps: Step[];
  at: number;
}

const LINES = 2;
/** The address of a record that needs no invite code. */
const PUBLIC_RECORD = /^\/replay\/([0-9a-f]{32})$/;

export function AnalysisView(props: AnalysisViewProps) {
  const { record, text, turn, path, practice = false, onClose } = props;
  const engine = useEngine();
  const board = useRef<BoardElement>(null);
  const { start, steps, end } = record;
  const startMoves = Number(record.tags.StartMoves ?? 0);
  const turns = useMemo(
    () => playedTurns(start, steps, { startMoves, departures: departuresInRecord(record) }),
    [record, start, steps, startMoves],
  );
  const [at, setAt] = useState(() => (turn === null ? 0 : (findTurn(turns, turn)?.from ?? 0)));
  const [practising, setPractising] = useState(practice);
  const [variation, setVariation] = useState<Variation | null>(null);
  // The engine does not help in a game that is still going on.
  const live = path !== null && record.result === null;
  const evaluation = useJudgedGame(engine, record, turns, !live);
  const { judged, after } = evaluation;

  const jump = useCallback((to: number) => {
    setVariation(null);
    setAt(to);
  }, []);
  const viewAt = (index: number): PositionView =>
    index === steps.length ? end : (steps[index - 1]?.view ?? start);
  const shown = variation
    ? { start: viewAt(variation.from), steps: variation.steps, at: variation.at }
    : { start, steps, at };
  const view = variation ? (variation.steps[variation.at - 1]?.view ?? shown.start) : viewAt(at);
  const step = (to: NavigationStep, single = false) => {
    const own = variation ? playedTurns(shown.start, shown.steps) : turns;
    const next = navigate(shown.steps, own, shown.at, to, single);
    if (variation) setVariation({ ...variation, at: next });
    else setAt(next);
  };
  const playback = usePlayback(shown.at, shown.steps.length, () => step("on", true));
  useNavigationKeys(step);

  const selected = turnIndexAt(turns, at);
  const current = turns[selected] ?? null;
  const judgement = judged[selected];
  const atTurn = variation === null && current?.from === at;
  const shares = variation
    ? null
    : (finalShares(view.state) ??
      (selected === 0 ? evaluation.start : after[selected - 1]) ??
      null);
  const searched = live || playback.playing ? null : viewAt(current?.from ?? at);
  const lines = useTurnLines(engine, searched, LINES);
  const playedSteps = useMemo(
    () => (current ? steps.slice(current.from, current.to) : []),
    [current, steps],
  );
  const played = current && { steps: playedSteps, judged: judgement };
  const arrows = useMemo(
    () => (atTurn ? turnArrows(playedSteps, judgement) : []),
    [atTurn, playedSteps, judgement],
  );
  const marks = useMemo(() => ({ arrows }), [arrows]);
  const { steps: shownSteps, at: shownAt } = shown;
  const trail = useMemo(
    () => trailOf(turnSteps({ steps: shownSteps, at: shownAt })),
    [shownSteps, shownAt],
  );
  const animated = useAnimatedMove(shownSteps, shownAt);
  const boardSettings = useBoardSettings();
  const seats = seatsInRecord(record, at);
  const own = useOwnSeat(record);
  const standing = selected === turns.length ? standingInRecord(record) : [];
  const comment = commentAt(record, at);

  const openIn = async (page: "study" | "sandbox") => {
    const position = await engine.toPositionString(view.state);
    openPage(`/${page}#${await encodeFragment({ position })}`);
  };
  const studyGame = async () => openPage(`/study#${await encodeFragment({ record: text })}`);
  const number = current?.number ?? view.state.turnNumber;
  const getEmbedded = async (): Promise<Embedded> => {
    const game = path?.match(PUBLIC_RECORD)?.[1];
    if (game === undefined) return { position: await engine.toPositionString(view.state) };
    return current ? { game, turn: current.number } : { game };
  };
  const getLink = async () => {
    const fragment = await encodeFragment(
      path === null ? { record: text, turn: number } : { turn: number },
    );
    return `${window.location.origin}${path ?? "/replay"}#${fragment}`;
  };
  const files = recordFiles(engine, record, text);
  const boardName = record.setup.board;
  const judgedAll = evaluation.judges && evaluation.done >= turns.length;
  const mistakes = live || !judgedAll ? [] : mistakesOf(judged, own);
  if (practising && mistakes.length > 0)
    return (
      <Suspense fallback={<Loading />}>
        <MistakePractice
          engine={engine}
          record={record}
          mistakes={mistakes}
          onClose={() => setPractising(false)}
        />
      </Suspense>
    );
  return (
    <div className="analysis">
      <h1 className="visually-hidden">{messages.replay.title}</h1>
      <section className="analysis-board">
        <SeatChances
          seats={seats}
          shares={live ? undefined : shares}
          toMove={view.state.winner === null ? view.state.currentPlayer : null}
        />
        <div className="analysis-board-area">
          <Board
            ref={board}
            state={view.state}
            move={animated}
            trail={trail}
            marks={marks}
            label={current ? messages.replay.board({ turn: number }) : messages.replay.boardAtEnd}
            {...boardSettings}
          />
        </div>
        <div className="board-note">
          {variation ? (
            <>
              <span>
                {messages.replay.trying({ turn: turnText(boardName, firstTurn(variation, shown)) })}
              </span>
              <Button onClick={() => setVariation(null)}>{messages.replay.back}</Button>
            </>
          ) : current === null ? (
            <p role="status">{describeResult(record)}</p>
          ) : (
            <ArrowLegend board={boardName} played={playedSteps} judged={judgement} />
          )}
        </div>
        <PlaybackControls
          atStart={shown.at === 0}
          atEnd={shown.at === shown.steps.length}
          playback={playback}
          onStep={step}
        />
        {comment && <p className="move-comment">{comment}</p>}
      </section>
      <section className="panel turns-panel">
        <div className="panel-header">
          <h2>{messages.replay.turns}</h2>
          <span className="quiet">
            {messages.replay.setup({
              board: messages.terms.boards[boardName],
              players: record.setup.players,
            })}
          </span>
          <StoryFormToggle className="filter-chips" />
        </div>
        <TurnList
          record={record}
          turns={turns}
          judged={judged}
          selected={selected}
          startMoves={startMoves}
          own={own}
          onJump={jump}
        />
      </section>
      <WhatIf
        view={viewAt(current?.from ?? at)}
        found={lines}
        played={played}
        available={engine.analyse !== undefined && !live}
        live={live}
        nameOf={(seat) => playerName(record, seat as Seat, at)}
        onWalk={(line) => setVariation({ from: current?.from ?? at, steps: line, at: 0 })}
        onTry={() => openIn("study").catch(showError)}
        onPlayOn={() => openIn("sandbox").catch(showError)}
      />
      <div className="analysis-side">
        {standing.length > 0 && (
          <section className="panel">
            <h2>{messages.game.standing}</h2>
            <Standing rows={standing} />
            <p>{describeFirstWhoStayed(record)}</p>
          </section>
        )}
        {mistakes.length > 0 && (
          <Button kind="primary" onClick={() => setPractising(true)}>
            {messages.replay.practice.start({ count: mistakes.length })}
          </Button>
        )}
        {!live && (
          <>
            <KeyTurns
              record={record}
              judged={judged}
              done={evaluation.done >= turns.length}
              own={own}
              at={at}
              onJump={jump}
            />
            <AccuracyPanel record={record} evaluation={evaluation} total={turns.length} />
          </>
        )}
        <ShareAndDownload
          turn={number}
          fileName={`ringrift-${record.tags.Id ?? boardName}`}
          getLink={getLink}
          getEmbedded={getEmbedded}
          getText={files.text}
          getJson={files.json}
          getPicture={() => board.current && drawPicture(board.current)}
        />
      </div>
      <ChanceChart
        record={record}
        turns={turns}
        judged={judged}
        after={after}
        selected={selected}
        onJump={jump}
      />
      <div className="buttons close-record">
        <Button disabled={live} onClick={() => studyGame().catch(showError)}>
          {messages.replay.studyGame}
        </Button>
        <Button onClick={onClose}>{messages.replay.another}</Button>
      </div>
    </div>
  );
}

/** The seat that the reader holds at the end; null for others. */
function useOwnSeat(record: RecordReplay): Seat | null {
  const name = useSession().account?.name;
  if (!name) return null;
  const seats = Array.from({ length: record.setup.players }, (_, i) => (i + 1) as Seat);
  return seats.find((seat) => playerName(record, seat) === name) ?? null;
}

function firstTurn({ steps }: Variation, { start }: { start: PositionView }): Step[] {
  return steps.slice(0, playedTurns(start, steps)[0]?.to ?? 0);
}

function describeResult(record: RecordReplay): string {
  const { winner, victoryReason } = record.end.state;
  if (winner === null) return messages.replay.unfinished;
  return messages.replay.won({ name: playerName(record, winner), reason: victoryReason ?? "" });
}

interface ArrowLegendProps {
  board: RecordReplay["setup"]["board"];
  played: readonly Step[];
  judged: JudgedTurn | undefined;
}

function ArrowLegend({ board, played, judged }: ArrowLegendProps) {
  return (
    <ul className="plain arrow-legend">
      <li data-tone="played">{messages.replay.playedArrow({ turn: turnText(board, played) })}</li>
      {judged?.mark && (
        <li data-tone="better">
          {messages.replay.betterArrow({ turn: turnText(board, judged.better) })}
        </li>
      )}
    </ul>
  );
}
