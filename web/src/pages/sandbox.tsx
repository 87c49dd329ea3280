// The sandbox: all seats on one screen, without a server.

import { useState } from "react";
import type { PageProps } from "../browser/route";
import { navigate } from "../browser/router";
import { Button } from "../components/Button";
import { Dialog } from "../components/Dialog";
import { Loading } from "../components/Loading";
import { showError } from "../components/toasts";
import { useEngine } from "../engine/useEngine";
import { messages } from "../messages";
import { GameView } from "../play/GameView";
import { encodeFragment } from "../play/urlFragment";
import { SpeedChoice, sandboxActions } from "../sandbox/GameControls";
import { type LoadedGame, loadScenario, loadText } from "../sandbox/loadGame";
import { NewGameForm } from "../sandbox/NewGameForm";
import { PositionEditor } from "../sandbox/PositionEditor";
import { ScenarioBrowser } from "../sandbox/ScenarioBrowser";
import { SharePanel } from "../sandbox/SharePanel";
import { allSeats, describeSeats, levelOfSeat } from "../sandbox/sandboxSettings";
import { type Speed, useComputerPlayers } from "../sandbox/useComputerPlayers";
import { useHint } from "../sandbox/useHint";
import { useSavedGame } from "../sandbox/useSavedGame";
import "../sandbox/sandbox.css";

type OpenDialog = "newGame" | "scenarios" | "share" | null;

export default function SandboxPage({ route }: PageProps) {
  const engine = useEngine();
  const { game, startNew, load, setUp } = useSavedGame("sandbox", engine, route.fragment);
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const [editing, setEditing] = useState(false);
  const [speed, setSpeed] = useState<Speed>("normal");
  const paused = game?.settings.paused ?? false;
  const thinking = useComputerPlayers(engine, game, !paused && !editing && dialog === null, speed);
  const hint = useHint(engine, game?.view ?? null);

  const open = (loaded: LoadedGame) => {
    load(loaded);
    setDialog(null);
  };

  if (!game) return <Loading />;
  const { settings, view, history } = game;
  if (editing)
    return (
      <PositionEditor
        engine={engine}
        start={view.state}
        onCancel={() => setEditing(false)}
        onDone={(edited) => {
          setUp(edited).catch(showError);
          setEditing(false);
        }}
      />
    );

  const seat = view.decision?.seat;
  const ownSeats = allSeats(settings).filter((each) => paused || levelOfSeat(settings, each) === 0);
  const openInStudy = async () => {
    const position = await engine.toPositionString(view.state);
    navigate(`/study#${await encodeFragment({ position })}`);
  };
  return (
    <>
      <h1 className="visually-hidden">{messages.sandbox.title}</h1>
      <GameView
        view={view}
        start={history.start}
        steps={history.steps}
        at={history.at}
        ownSeats={ownSeats}
        seats={describeSeats(settings)}
        pending={game.pending}
        onMove={(move) => game.play(move).catch(showError)}
        onJump={game.jump}
        arrows={hint.arrows}
        waitingText={
          thinking && seat
            ? messages.sandbox.computerThinking({
                seat: messages.terms.seat({ seat }),
                level: levelOfSeat(settings, seat),
              })
            : undefined
        }
        remark={hint.text}
        actions={sandboxActions(game, hint)}
        aside={
          <div className="buttons sandbox-actions">
            <SpeedChoice game={game} speed={speed} onSpeed={setSpeed} />
            <Button onClick={() => setDialog("newGame")}>{messages.sandbox.newGame}</Button>
            <Button onClick={() => setEditing(true)}>{messages.sandbox.edit}</Button>
            <Button onClick={() => setDialog("scenarios")}>{messages.sandbox.scenarios}</Button>
            <Button onClick={() => setDialog("share")}>{messages.sandbox.share}</Button>
            <Button onClick={() => openInStudy().catch(showError)}>{messages.sandbox.study}</Button>
          </div>
        }
      />
      {dialog && (
        <Dialog title={messages.sandbox[dialog]} onClose={() => setDialog(null)}>
          {dialog === "newGame" && (
            <NewGameForm
              settings={settings}
              onStart={(next) => {
                setDialog(null);
                startNew(next).catch(showError);
              }}
            />
          )}
          {dialog === "scenarios" && (
            <ScenarioBrowser
              onOpen={(scenario, withMoves) =>
                loadScenario(engine, scenario, withMoves).then(open, showError)
              }
            />
          )}
          {dialog === "share" && (
            <SharePanel
              engine={engine}
              game={game}
              onLoad={async (text) => open(await loadText(engine, text))}
            />
          )}
        </Dialog>
      )}
    </>
  );
}
