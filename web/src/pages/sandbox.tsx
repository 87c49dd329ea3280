// The sandbox: all seats on one screen, nothing needed from a server.

import { useState } from "react";
import type { PageProps } from "../browser/route";
import { navigate } from "../browser/router";
import { Button } from "../components/Button";
import { Dialog } from "../components/Dialog";
import { Loading } from "../components/Loading";
import { showError } from "../components/toasts";
import { useEngine } from "../engine/useEngine";
import { fragmentOf } from "../play/fragment";
import { Table } from "../play/Table";
import { Controls } from "../sandbox/Controls";
import { Editor } from "../sandbox/Editor";
import { type Opened, openedScenario, openedText } from "../sandbox/opening";
import { Scenarios } from "../sandbox/Scenarios";
import { SetUp } from "../sandbox/SetUp";
import { Share } from "../sandbox/Share";
import { facesOf, seatsOf, sitterOf } from "../sandbox/setting";
import { type Speed, useComputers } from "../sandbox/useComputers";
import { useHint } from "../sandbox/useHint";
import { useKeptGame } from "../sandbox/useKeptGame";
import { words } from "../strings";
import "../sandbox/sandbox.css";

// Fetched before it is asked for: later there may be no network.
import("../rules/whyIllegal").catch(() => undefined);

type Sheet = "newGame" | "scenarios" | "share" | null;

export default function Sandbox({ route }: PageProps) {
  const engine = useEngine();
  const { game, begin, open, putUp } = useKeptGame("sandbox", engine, route.fragment);
  const [sheet, setSheet] = useState<Sheet>(null);
  const [editing, setEditing] = useState(false);
  const [speed, setSpeed] = useState<Speed>("even");
  const paused = game?.setting.paused ?? false;
  const thinking = useComputers(engine, game, !paused && !editing && sheet === null, speed);
  const hint = useHint(engine, game?.sight ?? null);

  const put = (found: Opened) => {
    open(found);
    setSheet(null);
  };

  if (!game) return <Loading />;
  const { setting, sight, history } = game;
  if (editing)
    return (
      <Editor
        engine={engine}
        start={sight.state}
        onCancel={() => setEditing(false)}
        onDone={(edited) => {
          putUp(edited).catch(showError);
          setEditing(false);
        }}
      />
    );

  const seat = sight.offer?.seat;
  const hands = seatsOf(setting).filter((each) => paused || sitterOf(setting, each) === 0);
  const study = async () => {
    const position = await engine.toPositionString(sight.state);
    navigate(`/study#${await fragmentOf({ position })}`);
  };
  return (
    <>
      <h1 className="hidden-but-read">{words.sandbox.title}</h1>
      <Table
        sight={sight}
        steps={history.steps}
        at={history.at}
        hands={hands}
        seats={facesOf(setting)}
        pending={game.pending}
        onMove={(move) => game.play(move).catch(showError)}
        onJump={game.jump}
        arrows={hint.arrows}
        waiting={
          thinking && seat
            ? words.sandbox.thinks(words.play.seat(seat), sitterOf(setting, seat))
            : undefined
        }
        controls={
          <Controls
            game={game}
            speed={speed}
            onSpeed={setSpeed}
            onHint={hint.ask}
            hinting={hint.hinting}
          />
        }
        aside={
          <div className="buttons sandbox-ways">
            <Button onClick={() => setSheet("newGame")}>{words.sandbox.newGame}</Button>
            <Button onClick={() => setEditing(true)}>{words.sandbox.edit}</Button>
            <Button onClick={() => setSheet("scenarios")}>{words.sandbox.scenarios}</Button>
            <Button onClick={() => setSheet("share")}>{words.sandbox.share}</Button>
            <Button onClick={() => study().catch(showError)}>{words.sandbox.study}</Button>
          </div>
        }
      />
      {sheet && (
        <Dialog title={words.sandbox[sheet]} onClose={() => setSheet(null)}>
          {sheet === "newGame" && (
            <SetUp
              setting={setting}
              onBegin={(next) => {
                setSheet(null);
                begin(next).catch(showError);
              }}
            />
          )}
          {sheet === "scenarios" && (
            <Scenarios
              onOpen={(scenario, story) =>
                openedScenario(engine, scenario, story).then(put, showError)
              }
            />
          )}
          {sheet === "share" && (
            <Share
              engine={engine}
              game={game}
              onLoad={async (text) => put(await openedText(engine, text))}
            />
          )}
        </Dialog>
      )}
    </>
  );
}
