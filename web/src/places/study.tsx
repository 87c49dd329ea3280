// Study: a position under the engine's eyes.

import { useEffect, useMemo, useState } from "react";
import type { PlaceProps } from "../app/route";
import { go } from "../app/router";
import type { Arrow } from "../board/types";
import type { Sight, ThoughtLine } from "../engine/engine";
import { useEngine } from "../engine/useEngine";
import { Button } from "../parts/Button";
import { Dialog } from "../parts/Dialog";
import { Loading } from "../parts/Loading";
import { tellError } from "../parts/toasts";
import { arrowOf } from "../play/arrows";
import { fragmentOf, sharedIn } from "../play/fragment";
import {
  canRedo,
  canUndo,
  fresh,
  type History,
  jumped,
  played,
  redone,
  shown,
  strode,
  undone,
} from "../play/history";
import { Table } from "../play/Table";
import { useOffered } from "../play/useOffered";
import { useArrowKeys } from "../replay/useArrowKeys";
import { Load } from "../sandbox/Load";
import { opened, openedText } from "../sandbox/opening";
import { facesOf, seatsOf, settingOf, setupOf, usualSetup } from "../sandbox/setting";
import { words } from "../strings";
import { EnginePanel } from "../study/EnginePanel";
import { useThoughts } from "../study/useThoughts";
import { walked } from "../study/walking";
import "../sandbox/sandbox.css";
import "../study/study.css";

export default function Study({ route }: PlaceProps) {
  const engine = useEngine();
  const [history, setHistory] = useState<History | null>(null);
  const [on, setOn] = useState(true);
  const [round, setRound] = useState(0);
  const [best, setBest] = useState(3);
  const [loading, setLoading] = useState(false);
  const { fragment } = route;

  useEffect(() => {
    let current = true;
    sharedIn(fragment)
      .then((shared) => opened(engine, shared))
      .catch((error) => {
        tellError(error);
        return null;
      })
      .then(async (found) => found ?? fresh(await engine.newGame(usualSetup)))
      .then((found) => {
        if (current) setHistory({ start: found.start, steps: found.steps, at: found.at });
      })
      .catch(tellError);
    return () => {
      current = false;
    };
  }, [engine, fragment]);

  const sight = useOffered(engine, history && shown(history));
  const thinking = useThoughts(engine, sight, { best }, on, round);
  const lines = thinking?.thought?.lines;
  const arrows = useMemo(() => (sight && lines ? arrowsOf(sight, lines) : undefined), [sight, lines]);
  useArrowKeys((stride) => setHistory(history && strode(history, stride)));

  if (!history || !sight) return <Loading />;
  const setting = settingOf(setupOf(sight.state));
  const made = (steps: Promise<History["steps"]>) =>
    steps.then((next) => setHistory((now) => now && played(now, next))).catch(tellError);
  const sandbox = async () => {
    const position = await engine.toPositionString(sight.state);
    go(`/sandbox#${await fragmentOf({ position })}`);
  };
  return (
    <>
      <h1 className="hidden-but-read">{words.study.title}</h1>
      <Table
        sight={sight}
        steps={history.steps}
        at={history.at}
        hands={seatsOf(setting)}
        seats={facesOf(setting).map((face) => ({ ...face, kind: "" }))}
        onMove={(move) => made(engine.playOn(sight.state, move))}
        onJump={(at) => setHistory(jumped(history, at))}
        arrows={arrows}
        controls={
          <div className="buttons controls">
            <Button disabled={!canUndo(history)} onClick={() => setHistory(undone(history))}>
              {words.study.undo}
            </Button>
            <Button disabled={!canRedo(history)} onClick={() => setHistory(redone(history))}>
              {words.study.redo}
            </Button>
            <Button onClick={() => setLoading(true)}>{words.study.load}</Button>
            <Button onClick={() => sandbox().catch(tellError)}>{words.study.sandbox}</Button>
          </div>
        }
        aside={
          <EnginePanel
            thinking={thinking}
            on={on}
            over={sight.state.gameStatus === "completed"}
            best={best}
            onOn={setOn}
            onAgain={() => setRound(round + 1)}
            onBest={setBest}
            onWalk={(line, moves) => made(walked(engine, sight, line.variation.slice(0, moves)))}
          />
        }
      />
      {loading && (
        <Dialog title={words.study.load} onClose={() => setLoading(false)}>
          <Load
            onLoad={async (text) => {
              setHistory(await openedText(engine, text));
              setLoading(false);
            }}
          />
        </Dialog>
      )}
    </>
  );
}

function arrowsOf({ offer }: Sight, lines: readonly ThoughtLine[]): Arrow[] {
  return lines.flatMap((line, i) => {
    const move = offer?.moves[offer.notation.indexOf(line.move)];
    const arrow = move && arrowOf(move, 1 / (i + 1), String(i + 1));
    return arrow ? [arrow] : [];
  });
}
