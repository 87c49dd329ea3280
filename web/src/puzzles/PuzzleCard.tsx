// The card beside a puzzle: the goal, the steps of the turn, help, and the result.

import type { ReactNode } from "react";
import { Link } from "../browser/router";
import { Button } from "../components/Button";
import { messages } from "../messages";
import { cellName, keyOf } from "../play/cells";
import type { Move, State } from "../rules/wire";
import { turnText } from "../study/turnNotation";
import { solverOf, viewOf } from "./attempt";
import { levelOf } from "./choose";
import type { Puzzle } from "./pack";
import type { PuzzleState } from "./usePuzzle";

interface PuzzleCardProps {
  puzzle: Puzzle;
  kind: "daily" | "rated" | "streak" | "theme";
  state: PuzzleState;
  /** The points of the rating that the result changed; null before the first attempt ended. */
  points: number | null;
  /** Shown once the puzzle is solved: what comes next. */
  next: ReactNode;
}

export function PuzzleCard({ puzzle, kind, state, points, next }: PuzzleCardProps) {
  const { attempt, activity } = state;
  const level = messages.puzzles.level({ level: levelOf(puzzle.rating) });
  const { verdict } = attempt;
  const busy = activity === "judging" || activity === "refuting" || activity === "answering";
  const open = verdict === "open" && activity === "solving";
  return (
    <section
      className="panel puzzle-card"
      data-verdict={verdict}
      data-puzzle={puzzle.id}
      data-steps={attempt.steps.length}
    >
      <p className="puzzle-tag">{messages.puzzles.tag({ kind, level })}</p>
      <h1>{goalText(puzzle, attempt.start.state)}</h1>
      <p className="quiet">{adviceText(puzzle, attempt.start.state)}</p>
      {verdict === "open" && <TurnSteps state={state} />}
      <div role="status" className="puzzle-status">
        {verdict === "solved" && <Solved puzzle={puzzle} state={state} points={points} />}
        {verdict === "wrong" && <p className="puzzle-wrong">{wrongText(state)}</p>}
        {verdict === "open" && state.hint && <p>{state.hint.text}</p>}
      </div>
      <div className="buttons">
        {verdict === "solved" && next}
        {verdict === "solved" && (
          <Link className="button" to={sandboxPath(puzzle)}>
            {messages.puzzles.openInSandbox}
          </Link>
        )}
        {verdict === "wrong" && (
          <Button kind="primary" disabled={busy} onClick={state.takeBack}>
            {messages.puzzles.tryAgain}
          </Button>
        )}
        {verdict === "wrong" && activity !== "refuted" && (
          <Button busy={busy} disabled={busy} onClick={state.whyNot}>
            {messages.puzzles.whyNot}
          </Button>
        )}
        {open && <Button onClick={state.giveHint}>{messages.puzzles.hint}</Button>}
        {open && attempt.steps.length > 0 && (
          <Button onClick={state.startOver}>{messages.puzzles.startOver}</Button>
        )}
        {verdict !== "solved" && !busy && (
          <Button kind="quiet" onClick={state.showAnswer}>
            {messages.puzzles.showAnswer}
          </Button>
        )}
      </div>
    </section>
  );
}

function goalText({ goal, turns }: Puzzle, start: State): string {
  const seat = messages.terms.seat({ seat: start.currentPlayer });
  if (goal !== "win") return messages.puzzles.goal[goal]({ seat });
  const placed = start.currentPhase !== "ring_placement" && turns === 1;
  return placed
    ? messages.puzzles.goal.winNow({ seat })
    : messages.puzzles.goal.win({ seat, turns });
}

function adviceText({ goal }: Puzzle, start: State): string {
  if (goal !== "win") return messages.puzzles.advice[goal];
  const own = start.players.find(({ playerNumber }) => playerNumber === start.currentPlayer);
  const [cells, rings] = [own?.territorySpaces ?? 0, own?.eliminatedRings ?? 0];
  return messages.puzzles.advice.win({ cells, rings });
}

/** The solver's turn as steps that tick off. */
function TurnSteps({ state: { attempt } }: { state: PuzzleState }) {
  const { turnNumber } = viewOf(attempt).state;
  const board = attempt.start.state.board.type;
  const moves = attempt.steps
    .filter(({ bookkeeping }, at) => !bookkeeping && turnBefore(attempt, at) === turnNumber)
    .map(({ move }) => move);
  const phase = viewOf(attempt).state.currentPhase;
  const at = phase === "ring_placement" ? 0 : RUNNING.includes(phase) ? 1 : 2;
  const { steps } = messages.puzzles;
  const places = [
    { title: steps.place, text: placedText(board, moves) },
    { title: steps.run, text: moveText(board, moves, isRun) },
    { title: steps.claim, text: moveText(board, moves, isClaim) },
  ];
  return (
    <ol className="plain puzzle-steps" aria-label={steps.label}>
      {places.map(({ title, text }, i) => (
        <li key={title} data-state={i < at ? "done" : i === at ? "now" : "next"}>
          <span aria-hidden="true">{i < at ? "✓" : i + 1}</span>
          <div>
            <strong>{title}</strong>
            {i < at && <span className="visually-hidden">{steps.done}</span>}
            {text && <small>{text}</small>}
          </div>
        </li>
      ))}
    </ol>
  );
}

const RUNNING = ["movement", "capture", "chain_capture"];

function turnBefore({ start, steps }: PuzzleState["attempt"], at: number): number {
  return (at === 0 ? start : steps[at - 1]?.view)?.state.turnNumber ?? 0;
}

function placedText(board: State["board"]["type"], moves: readonly Move[]): string {
  const placed = moves.find(({ type }) => type === "place_ring" || type === "skip_placement");
  if (!placed) return "";
  if (placed.type !== "place_ring") return messages.puzzles.steps.skipped;
  const cell = cellName(board, keyOf(placed.to));
  return messages.puzzles.steps.placed({ count: placed.placementCount, cell });
}

const isRun = ({ type }: Move) =>
  type === "move_stack" || type === "overtaking_capture" || type === "continue_capture_segment";
const isClaim = (move: Move) => !isRun(move) && "to" in move && move.type !== "place_ring";

function moveText(
  board: State["board"]["type"],
  moves: readonly Move[],
  wanted: (move: Move) => boolean,
): string {
  const chosen = moves.filter(wanted);
  if (chosen.length === 0) return "";
  return turnText(
    board,
    chosen.map((move) => ({ move, bookkeeping: false })),
  );
}

function wrongText({ attempt, refutation, view }: PuzzleState): string {
  const { goal } = attempt.puzzle;
  const board = attempt.start.state.board.type;
  const seat = messages.terms.seat({ seat: otherSeat(attempt, view.state) });
  if (refutation) {
    const line = turnText(board, refutation.answer);
    const after = Math.round(100 * refutation.after);
    if (goal === "gain") return messages.puzzles.refuted.gain({ line, after });
    return messages.puzzles.refuted[goal]({ seat, line });
  }
  if (goal === "gain") return messages.puzzles.wrong.gain;
  if (goal === "defend") return messages.puzzles.wrong.defend({ seat });
  const last = attempt.steps.findLast(
    ({ bookkeeping, move }) => !bookkeeping && move.player === solverOf(attempt),
  );
  return messages.puzzles.wrong.win({ move: last ? turnText(board, [last]) : "" });
}

/** The seat that answers the solver. */
function otherSeat(attempt: PuzzleState["attempt"], state: State): number {
  const solver = solverOf(attempt);
  if (state.currentPlayer !== solver) return state.currentPlayer;
  return (solver % state.players.length) + 1;
}

function Solved({ puzzle, state, points }: Pick<PuzzleCardProps, "puzzle" | "state" | "points">) {
  const { solved, themes } = messages.puzzles;
  const { attempt, helped } = state;
  const names = themes.names as Record<string, string>;
  const list = new Intl.ListFormat(document.documentElement.lang || "en").format(
    puzzle.themes.map((theme) => names[theme] ?? theme),
  );
  const end = viewOf(attempt).state;
  const seat = messages.terms.seat({ seat: otherSeat(attempt, end) });
  const text =
    puzzle.goal === "win"
      ? solved.win({ reason: end.victoryReason ?? "" })
      : puzzle.goal === "defend"
        ? solved.defend({ seat })
        : solved.gain;
  return (
    <>
      <h2>{helped ? messages.puzzles.waiting.solved : solved.title}</h2>
      <p>{text}</p>
      {puzzle.themes.length > 0 && <p>{solved.themes({ count: puzzle.themes.length, list })}</p>}
      {points !== null && points !== 0 && (
        <p className="puzzle-points" data-good={points > 0}>
          {points > 0 ? solved.gained({ points }) : solved.lost({ points: -points })}
        </p>
      )}
    </>
  );
}

const sandboxPath = ({ position }: Puzzle) => `/sandbox#position=${encodeURIComponent(position)}`;
