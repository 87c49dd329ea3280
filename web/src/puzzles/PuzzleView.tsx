// A puzzle: the card with the goal beside the board.

import { type ReactNode, useCallback, useState } from "react";
import { Loading } from "../components/Loading";
import type { Engine } from "../engine/engine";
import { messages } from "../messages";
import { GameView } from "../play/GameView";
import type { SeatInfo } from "../play/types";
import type { State } from "../rules/wire";
import { solverOf } from "./attempt";
import { PuzzleCard } from "./PuzzleCard";
import type { Puzzle } from "./pack";
import { type PuzzleState, usePuzzle } from "./usePuzzle";

interface PuzzleViewProps {
  engine: Engine;
  puzzle: Puzzle;
  kind: "daily" | "rated" | "streak" | "theme";
  /** Receives the result of the first attempt, and returns the points it gave. */
  onResult(puzzle: Puzzle, solved: boolean): number;
  next: ReactNode;
}

export function PuzzleView({ engine, puzzle, kind, onResult, next }: PuzzleViewProps) {
  const [points, setPoints] = useState<number | null>(null);
  const report = useCallback(
    (solved: boolean) => setPoints(onResult(puzzle, solved)),
    [puzzle, onResult],
  );
  const state = usePuzzle(engine, puzzle, report);
  if (!state) return <Loading />;
  const { attempt, view, steps, activity } = state;
  const solver = solverOf(attempt);
  const open = attempt.verdict === "open" && activity === "solving";
  return (
    <div className="puzzle-view">
      <PuzzleCard puzzle={puzzle} kind={kind} state={state} points={points} next={next} />
      <GameView
        layout="inset"
        view={view}
        start={attempt.start}
        steps={steps}
        ownSeats={open ? [solver] : []}
        viewer={[solver]}
        seats={seatsOf(attempt.start.state)}
        pending={activity === "judging"}
        onMove={state.play}
        arrows={open ? state.hint?.arrows : undefined}
        waitingText={open ? undefined : waitingText(state)}
      />
    </div>
  );
}

function waitingText({ activity, attempt }: PuzzleState): string {
  const { waiting } = messages.puzzles;
  if (activity === "judging") return waiting.judging;
  if (activity === "answering") return waiting.answer;
  if (activity === "refuting" || activity === "refuted") return waiting.refuting;
  return attempt.verdict === "solved" ? waiting.solved : waiting.wrong;
}

function seatsOf(state: State): SeatInfo[] {
  return state.players.map(({ playerNumber: seat }) => ({
    seat,
    name: messages.terms.seat({ seat }),
    kind: "",
  }));
}
