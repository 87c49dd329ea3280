// Replay: any record, move by move, with an evaluation and its turning points.

import { useCallback, useEffect, useMemo, useState } from "react";
import { fetchRecord } from "../api/games";
import type { PageProps } from "../browser/route";
import { navigate } from "../browser/router";
import { Button } from "../components/Button";
import { Loading } from "../components/Loading";
import { showError } from "../components/toasts";
import type { RecordReplay } from "../engine/engine";
import { useEngine } from "../engine/useEngine";
import { fragmentOf, sharedIn } from "../play/fragment";
import { type History, jumped, redone, shown, strode } from "../play/history";
import { Table } from "../play/Table";
import { Evaluation } from "../replay/Evaluation";
import { Transport } from "../replay/Transport";
import { facesIn, remarkAt } from "../replay/told";
import { useArrowKeys } from "../replay/useArrowKeys";
import { usePlayback } from "../replay/usePlayback";
import { Load } from "../sandbox/Load";
import { words } from "../strings";
import "../replay/replay.css";
import "../sandbox/sandbox.css";

export default function Replay({ route }: PageProps) {
  const engine = useEngine();
  const [found, setFound] = useState<RecordReplay | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const game = route.params.game ?? null;
  const code = route.query.get("code") ?? undefined;
  const { fragment } = route;

  const load = useCallback(async (text: string) => setFound(await engine.replay(text)), [engine]);

  const close = () => {
    setFound(null);
    setFailure(null);
    navigate("/replay");
  };

  useEffect(() => {
    let current = true;
    const text = game
      ? fetchRecord(game, code)
      : sharedIn(fragment).then((shared) => shared.record ?? null);
    text
      .then((record) => (record === null ? null : engine.replay(record)))
      .then((replayed) => {
        if (current) setFound(replayed);
      })
      .catch((error) => {
        if (current) setFailure(error instanceof Error ? error.message : String(error));
      });
    return () => {
      current = false;
    };
  }, [engine, game, code, fragment]);

  if (found)
    return <Replayed key={found.start.hash + found.steps.length} record={found} onClose={close} />;
  if ((game || fragment.includes("record=")) && !failure)
    return <Loading what={words.replay.loading} />;
  return (
    <section className="page">
      <h1>{words.replay.title}</h1>
      <p>{words.replay.lead}</p>
      {failure && (
        <p role="alert" className="error">
          {failure}
        </p>
      )}
      <Load label={words.replay.record} onLoad={load} />
    </section>
  );
}

function Replayed({ record, onClose }: { record: RecordReplay; onClose(): void }) {
  const engine = useEngine();
  const [at, setAt] = useState(0);
  const history: History = useMemo(
    () => ({ start: record.start, steps: record.steps, at }),
    [record, at],
  );
  const jump = useCallback((to: number) => setAt(jumped(history, to).at), [history]);
  const next = () => jump(redone(history).at);
  const playback = usePlayback(at, record.steps.length, next);
  const sight = at === record.steps.length ? record.end : shown(history);
  useArrowKeys((stride) => jump(strode(history, stride).at));

  const take = (place: string) => async () => {
    const position = await engine.toPositionString(sight.state);
    navigate(`/${place}#${await fragmentOf({ position })}`);
  };
  const faces = facesIn(record);
  const remark = remarkAt(record, at);
  return (
    <>
      <h1 className="hidden-but-read">{words.replay.title}</h1>
      <Table
        sight={sight}
        steps={record.steps}
        at={at}
        hands={[]}
        seats={faces}
        onMove={() => undefined}
        onJump={jump}
        waiting={at === record.steps.length ? words.replay.over : undefined}
        controls={
          <>
            <Transport history={history} playback={playback} onJump={jump} />
            {remark && <p className="remark">{remark}</p>}
          </>
        }
        aside={
          <>
            <Evaluation engine={engine} history={history} onJump={jump} />
            <div className="buttons sandbox-ways">
              <Button onClick={() => take("study")().catch(showError)}>{words.replay.study}</Button>
              <Button onClick={() => take("sandbox")().catch(showError)}>
                {words.replay.sandbox}
              </Button>
              <Button onClick={onClose}>{words.replay.another}</Button>
            </div>
          </>
        }
      />
    </>
  );
}
