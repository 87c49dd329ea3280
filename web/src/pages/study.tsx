// Study: engine analysis of a position.

import { useMemo, useState } from "react";
import { useSession } from "../account/loginSession";
import type { Arrow } from "../board/types";
import type { PageProps } from "../browser/route";
import { navigate } from "../browser/router";
import { Button } from "../components/Button";
import { Dialog } from "../components/Dialog";
import { Loading } from "../components/Loading";
import { showError } from "../components/toasts";
import type { Engine, PositionView, RankedMove, Step } from "../engine/engine";
import { useEngine } from "../engine/useEngine";
import { messages } from "../messages";
import { GameView } from "../play/GameView";
import { canRedo, canUndo, stepThroughHistory } from "../play/history";
import { moveArrow } from "../play/moveArrow";
import { encodeFragment } from "../play/urlFragment";
import { useNavigationKeys } from "../replay/useNavigationKeys";
import { LoadGameForm } from "../sandbox/LoadGameForm";
import { loadText } from "../sandbox/loadGame";
import { allSeats, describeSeats, newSettings } from "../sandbox/sandboxSettings";
import { useSavedGame } from "../sandbox/useSavedGame";
import { AnalysisPanel } from "../study/AnalysisPanel";
import { useAnalysis } from "../study/useAnalysis";
import { useCompletedLines } from "../study/useTurnLines";
import "../sandbox/sandbox.css";
import "../study/study.css";

export default function StudyPage({ route }: PageProps) {
  const engine = useEngine();
  const { game, load, startNew } = useSavedGame("study", engine, route.fragment);
  const [enabled, setEnabled] = useState(true);
  const [serverRequested, setServerRequested] = useState(false);
  // The server analyses for accounts only: a guest account is created on request, not on a visit.
  const server = useSession().account !== null || serverRequested;
  const [attempt, setAttempt] = useState(0);
  const [lineCount, setLineCount] = useState(3);
  const [loading, setLoading] = useState(false);
  const view = game?.view ?? null;
  const analysis = useAnalysis(engine, view, { best: lineCount, server }, enabled, attempt);
  const lines = analysis?.report?.lines;
  const arrows = useMemo(
    () => (view && lines ? variationArrows(view, lines) : undefined),
    [view, lines],
  );
  const turnLines = useCompletedLines(engine, view, lines);
  useNavigationKeys((step) => game?.jump(stepThroughHistory(game.history, step).at));

  if (!game || !view) return <Loading />;
  const { history, settings } = game;
  const openInSandbox = async () => {
    const position = await engine.toPositionString(view.state);
    navigate(`/sandbox#${await encodeFragment({ position })}`);
  };
  return (
    <>
      <h1 className="visually-hidden">{messages.study.title}</h1>
      <GameView
        view={view}
        start={history.start}
        steps={history.steps}
        at={history.at}
        ownSeats={allSeats(settings)}
        seats={describeSeats(settings).map((seat) => ({ ...seat, kind: "" }))}
        pending={game.pending}
        onMove={(move) => game.play(move).catch(showError)}
        onJump={game.jump}
        arrows={arrows}
        controls={
          <div className="buttons controls">
            <Button disabled={!canUndo(history)} onClick={game.undo}>
              {messages.study.undo}
            </Button>
            <Button disabled={!canRedo(history)} onClick={game.redo}>
              {messages.study.redo}
            </Button>
            <Button onClick={() => startNew(newSettings(settings.setup)).catch(showError)}>
              {messages.study.newGame}
            </Button>
            <Button onClick={() => setLoading(true)}>{messages.study.load}</Button>
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
            onPlayLine={({ steps }) => game.addSteps(() => settled(engine, steps)).catch(showError)}
          />
        }
      />
      {loading && (
        <Dialog title={messages.study.load} onClose={() => setLoading(false)}>
          <LoadGameForm
            onLoad={async (text) => {
              load(await loadText(engine, text));
              setLoading(false);
            }}
          />
        </Dialog>
      )}
    </>
  );
}

/** The steps and the bookkeeping moves that are due after them. */
async function settled(engine: Engine, steps: Step[]): Promise<Step[]> {
  const last = steps.at(-1);
  return last ? [...steps, ...(await engine.settle(last.view.state))] : steps;
}

function variationArrows({ decision }: PositionView, lines: readonly RankedMove[]): Arrow[] {
  return lines.flatMap((line, i) => {
    const move = decision?.moves[decision.notation.indexOf(line.move)];
    const arrow = move && moveArrow(move, 1 / (i + 1), String(i + 1));
    return arrow ? [arrow] : [];
  });
}
