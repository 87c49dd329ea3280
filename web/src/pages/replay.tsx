// Replay: any record, turn by turn, with its analysis.

import { useCallback, useEffect, useState } from "react";
import { fetchRecord } from "../api/games";
import type { PageProps } from "../browser/route";
import { navigate } from "../browser/router";
import { Loading } from "../components/Loading";
import type { RecordReplay } from "../engine/engine";
import { useEngine } from "../engine/useEngine";
import { messages } from "../messages";
import { decodeFragment, turnInFragment } from "../play/urlFragment";
import { AnalysisView } from "../replay/AnalysisView";
import { LoadGameForm } from "../sandbox/LoadGameForm";
import "../style/game.css";
import "../sandbox/sandbox.css";

interface LoadedRecord {
  text: string;
  replay: RecordReplay;
}

export default function ReplayPage({ route }: PageProps) {
  const engine = useEngine();
  const [record, setRecord] = useState<LoadedRecord | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const game = route.params.game ?? null;
  const code = route.query.get("code") ?? undefined;
  const { fragment } = route;

  const load = useCallback(
    async (text: string) => setRecord({ text, replay: await engine.replay(text) }),
    [engine],
  );

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
      .then(async (text) => (text === null ? null : { text, replay: await engine.replay(text) }))
      .then((loaded) => {
        if (current) setRecord(loaded);
      })
      .catch((error) => {
        if (current) setFailure(error instanceof Error ? error.message : String(error));
      });
    return () => {
      current = false;
    };
  }, [engine, game, code, fragment]);

  if (record) {
    const { replay, text } = record;
    const query = route.query.size > 0 ? `?${route.query}` : "";
    return (
      <AnalysisView
        key={replay.start.hash + replay.steps.length + fragment}
        record={replay}
        text={text}
        turn={turnInFragment(fragment)}
        practice={new URLSearchParams(fragment).has("practice")}
        path={game === null ? null : `${route.path}${query}`}
        onClose={close}
      />
    );
  }
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
