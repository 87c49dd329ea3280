// The puzzles: today's, a stream at your strength, by theme, and a streak.

import { useCallback, useEffect, useMemo, useState } from "react";
import type { PageProps } from "../browser/route";
import { Link } from "../browser/router";
import { Button } from "../components/Button";
import { ErrorNotice } from "../components/ErrorNotice";
import { Loading } from "../components/Loading";
import { useFetch } from "../components/useFetch";
import { useEngine } from "../engine/useEngine";
import { messages } from "../messages";
import { dailyPuzzle, dayOf, puzzleNear, runRating } from "./choose";
import { PuzzleView } from "./PuzzleView";
import { loadPuzzles, type Puzzle } from "./pack";
import { recordDay, recordResult, recordRun, type Solver, useSolver } from "./results";
import { DaysCard, RatingCard, ThemesCard } from "./StandingCards";
import { readRun, storeRun } from "./streakRun";
import "./puzzles.css";

type Mode =
  | { kind: "daily" }
  | { kind: "rated" }
  | { kind: "streak" }
  | { kind: "theme"; theme: string }
  | { kind: "one"; id: string };

export function PuzzlesPage({ route }: PageProps) {
  const { data, error, refetch } = useFetch(loadPuzzles, "puzzles");
  const solver = useSolver();
  const mode = modeOf(route.params.name, data ?? []);
  const { modes } = messages.puzzles;
  const tabs = [
    { to: "/puzzles", kind: "daily", label: modes.daily },
    { to: "/puzzles/rated", kind: "rated", label: modes.rated },
    { to: "/puzzles/streak", kind: "streak", label: modes.streak },
  ];
  return (
    <div className="puzzles-page">
      <nav className="puzzle-modes" aria-label={modes.label}>
        {tabs.map(({ to, kind, label }) => (
          <Link key={to} to={to} aria-current={kind === mode.kind ? "page" : undefined}>
            {label}
          </Link>
        ))}
      </nav>
      {error && !data && <ErrorNotice error={error} retry={refetch} />}
      {!data && !error && <Loading />}
      {data && (
        <>
          <Play key={JSON.stringify(mode)} mode={mode} puzzles={data} solver={solver} />
          <div className="puzzle-cards">
            <DaysCard standing={solver.standing} />
            <RatingCard standing={solver.standing} registered={solver.registered} />
            <ThemesCard
              puzzles={data}
              standing={solver.standing}
              current={mode.kind === "theme" ? mode.theme : undefined}
            />
          </div>
        </>
      )}
    </div>
  );
}

function modeOf(name: string | undefined, puzzles: readonly Puzzle[]): Mode {
  if (name === undefined) return { kind: "daily" };
  if (name === "rated" || name === "streak") return { kind: name };
  const theme = name.replaceAll("-", "_");
  if (puzzles.some(({ themes }) => themes.includes(theme))) return { kind: "theme", theme };
  return { kind: "one", id: name };
}

interface PlayProps {
  mode: Mode;
  puzzles: readonly Puzzle[];
  solver: Solver;
}

/** One puzzle after the other. */
function Play({ mode, puzzles, solver }: PlayProps) {
  const engine = useEngine();
  const { registered, standing } = solver;
  const [kept] = useState(() => (mode.kind === "streak" ? readRun() : null));
  const [run, setRun] = useState({ solved: kept?.solved ?? 0, over: false });
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const choose = useCallback(
    (solved: number, shown: ReadonlySet<string>) =>
      choosePuzzle(mode, puzzles, standing.rating, solved, attemptedIds(solver, shown)),
    [mode, puzzles, solver, standing.rating],
  );
  // A result changes the rating; the puzzle on the screen must stay.
  const [puzzle, setPuzzle] = useState(
    () => puzzles.find(({ id }) => id === kept?.puzzle) ?? choose(run.solved, seen),
  );
  const today = useMemo(() => dayOf(new Date()), []);
  const isDaily = mode.kind === "daily";

  const onResult = useCallback(
    (done: Puzzle, solved: boolean) => {
      if (isDaily && solved) recordDay(today, registered);
      if (mode.kind === "streak")
        setRun((now) => (solved ? { ...now, solved: now.solved + 1 } : { ...now, over: true }));
      return recordResult(done, solved, registered);
    },
    [isDaily, mode.kind, today, registered],
  );
  useEffect(() => {
    if (mode.kind !== "streak") return;
    recordRun(run.solved, registered);
    storeRun(run.over || !puzzle ? null : { solved: run.solved, puzzle: puzzle.id });
  }, [mode.kind, run, puzzle, registered]);

  if (!puzzle) return <p className="quiet">{messages.puzzles.all.empty}</p>;

  const goOn = (solved: number) => {
    const shown = new Set([...seen, puzzle.id]);
    setSeen(shown);
    setPuzzle(choose(solved, shown));
  };
  const over = mode.kind === "streak" && run.over;
  const unknown = mode.kind === "one" && puzzle.id !== mode.id;
  const next =
    isDaily || mode.kind === "one" ? (
      <Link className="button primary" to="/puzzles/rated">
        {messages.puzzles.next}
      </Link>
    ) : (
      <Button
        kind="primary"
        onClick={() => {
          if (over) setRun({ solved: 0, over: false });
          goOn(over ? 0 : run.solved);
        }}
      >
        {over ? messages.puzzles.run.again : messages.puzzles.next}
      </Button>
    );
  return (
    <>
      {unknown && <p className="quiet">{messages.puzzles.notFound}</p>}
      {mode.kind === "streak" && (
        <p className="puzzle-run" role="status">
          <strong>
            {over
              ? messages.puzzles.run.over({ count: run.solved })
              : messages.puzzles.run.score({ count: run.solved })}
          </strong>{" "}
          {messages.puzzles.run.best({ count: standing.bestRun })}{" "}
          {run.solved === 0 && !over && messages.puzzles.run.text}
        </p>
      )}
      <PuzzleView
        key={puzzle.id}
        engine={engine}
        puzzle={puzzle}
        kind={mode.kind === "one" ? "rated" : mode.kind}
        onResult={onResult}
        next={next}
      />
    </>
  );
}

const attemptedIds = ({ standing }: Solver, shown: ReadonlySet<string>): Set<string> =>
  new Set([...standing.results.map(({ puzzle }) => puzzle), ...shown]);

function choosePuzzle(
  mode: Mode,
  puzzles: readonly Puzzle[],
  rating: number,
  solved: number,
  attempted: ReadonlySet<string>,
): Puzzle | null {
  switch (mode.kind) {
    case "daily":
      return dailyPuzzle(puzzles, new Date());
    case "one":
      return (
        puzzles.find(({ id }) => id === mode.id) ??
        puzzleNear(puzzles, rating, attempted, Math.random())
      );
    case "streak":
      return puzzleNear(puzzles, runRating(solved), attempted, Math.random());
    case "theme": {
      const ofTheme = puzzles.filter(({ themes }) => themes.includes(mode.theme));
      return puzzleNear(ofTheme, rating, attempted, Math.random());
    }
    default:
      return puzzleNear(puzzles, rating, attempted, Math.random());
  }
}
