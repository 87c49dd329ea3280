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
import { messages } from "../messages";
import { GameView } from "../play/GameView";
import { currentView, type History, jumpTo, redo, stepThroughHistory } from "../play/history";
import { decodeFragment, encodeFragment } from "../play/urlFragment";
import { EvaluationPanel } from "../replay/EvaluationPanel";
import { PlaybackControls, usePlayback } from "../replay/PlaybackControls";
import { commentAt, seatsInRecord } from "../replay/recordHeaders";
import { useNavigationKeys } from "../replay/useNavigationKeys";
import { LoadGameForm } from "../sandbox/LoadGameForm";
import "../replay/replay.css";
import "../sandbox/sandbox.css";

export default function ReplayPage({ route }: PageProps) {
  const engine = useEngine();
  const [record, setRecord] = useState<RecordReplay | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const game = route.params.game ?? null;
  const code = route.query.get("code") ?? undefined;
  const { fragment } = route;

  const load = useCallback(async (text: string) => setRecord(await engine.replay(text)), [engine]);

  const close = () => {
    setRecord(null);
    setFailure(null);
    navigate("/replay");
  };

  useEffect(() => {
    let current = true;
    const recordText = game
      ? fetchRecord(game, code)
      : decodeFragment(fragment).then((shared) => shared.record ?? null);
    recordText
      .then((text) => (text === null ? null : engine.replay(text)))
      .then((replayed) => {
        if (current) setRecord(replayed);
      })
      .catch((error) => {
        if (current) setFailure(error instanceof Error ? error.message : String(error));
      });
    return () => {
      current = false;
    };
  }, [engine, game, code, fragment]);

  if (record)
    return (
      <RecordView key={record.start.hash + record.steps.length} record={record} onClose={close} />
    );
  if ((game || fragment.includes("record=")) && !failure)
    return <Loading what={messages.replay.loading} />;
  return (
    <section className="page">
      <h1>{messages.replay.title}</h1>
      <p>{messages.replay.lead}</p>
      {failure && (
        <p role="alert" className="error">
          {failure}
        </p>
      )}
      <LoadGameForm label={messages.replay.record} onLoad={load} />
    </section>
  );
}

function RecordView({ record, onClose }: { record: RecordReplay; onClose(): void }) {
  const engine = useEngine();
  const [at, setAt] = useState(0);
  const history: History = useMemo(
    () => ({ start: record.start, steps: record.steps, at }),
    [record, at],
  );
  const jump = useCallback((to: number) => setAt(jumpTo(history, to).at), [history]);
  const next = () => jump(redo(history).at);
  const playback = usePlayback(at, record.steps.length, next);
  const view = at === record.steps.length ? record.end : currentView(history);
  useNavigationKeys((step) => jump(stepThroughHistory(history, step).at));

  const openIn = async (page: "study" | "sandbox") => {
    const position = await engine.toPositionString(view.state);
    navigate(`/${page}#${await encodeFragment({ position })}`);
  };
  const comment = commentAt(record, at);
  return (
    <>
      <h1 className="visually-hidden">{messages.replay.title}</h1>
      <GameView
        view={view}
        steps={record.steps}
        at={at}
        ownSeats={[]}
        seats={seatsInRecord(record)}
        onMove={() => undefined}
        onJump={jump}
        waitingText={at === record.steps.length ? messages.replay.over : undefined}
        controls={
          <>
            <PlaybackControls history={history} playback={playback} onJump={jump} />
            {comment && <p className="move-comment">{comment}</p>}
          </>
        }
        aside={
          <>
            <EvaluationPanel engine={engine} history={history} onJump={jump} />
            <div className="buttons sandbox-actions">
              <Button onClick={() => openIn("study").catch(showError)}>
                {messages.replay.study}
              </Button>
              <Button onClick={() => openIn("sandbox").catch(showError)}>
                {messages.replay.sandbox}
              </Button>
              <Button onClick={onClose}>{messages.replay.another}</Button>
            </div>
          </>
        }
      />
    </>
  );
}
