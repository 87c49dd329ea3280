// A study: of this browser, or one on the server.

import { useEffect, useMemo, useState } from "react";
import type { PageProps } from "../browser/route";
import { navigate } from "../browser/router";
import { Loading } from "../components/Loading";
import { showError } from "../components/toasts";
import { useEngine } from "../engine/useEngine";
import { messages } from "../messages";
import { decodeFragment } from "../play/urlFragment";
import { DEFAULT_SETUP } from "../sandbox/sandboxSettings";
import { localStudy } from "../study/localStudy";
import { emptyChapter, sharedChapter } from "../study/newChapter";
import { StudyView } from "../study/StudyView";
import { type StudySource, type StudySummary, serverStudy } from "../study/studySource";

export default function StudyPage({ route }: PageProps) {
  const study = route.params.study ?? null;
  const source = useMemo(() => (study === null ? localStudy() : serverStudy(study)), [study]);
  return <Study key={source.key} source={source} route={route} />;
}

function Study({ source, route }: PageProps & { source: StudySource }) {
  const engine = useEngine();
  const [summary, setSummary] = useState<StudySummary | null>(null);
  const [chapter, setChapter] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const { fragment, path } = route;

  useEffect(() => {
    let current = true;
    const open = async () => {
      let found = await source.load();
      let shown: string | null = null;
      if (source.key === "local") {
        shown = await addShared(fragment).catch((error) => {
          showError(error);
          return null;
        });
        if (shown === null && found.chapters.length === 0) {
          const name = messages.study.chapterName({ number: 1 });
          await source.addChapter(name, await emptyChapter(engine, DEFAULT_SETUP, name));
        }
        found = await source.load();
      }
      if (!current) return;
      setSummary(found);
      setChapter((before) => shown ?? before ?? lastOpened(found) ?? null);
      // A reload must not add the chapter again.
      if (shown !== null) navigate(path, { replace: true });
    };
    /** Adds the game of the link as a chapter, unless there is the same one. */
    const addShared = async (link: string): Promise<string | null> => {
      const shared = await decodeFragment(link);
      const known = await source.load();
      const isGame = shared.record !== undefined;
      const name = isGame ? messages.study.gameChapter : messages.study.positionChapter;
      const record = await sharedChapter(engine, shared, name);
      if (record === null || !current) return null;
      for (const { id } of known.chapters)
        if ((await source.loadChapter(id)).record === record) return id;
      return (await source.addChapter(name, record)).id;
    };
    const lastOpened = (found: StudySummary) => found.chapters.at(0)?.id;
    open().catch((error) => {
      if (current) setFailure(error instanceof Error ? error.message : String(error));
    });
    return () => {
      current = false;
    };
  }, [engine, source, fragment, path]);

  if (failure)
    return (
      <section className="page">
        <p role="alert" className="error">
          {failure}
        </p>
      </section>
    );
  if (!summary || chapter === null) return <Loading what={messages.study.loading} />;
  return (
    <StudyView
      engine={engine}
      source={source}
      summary={summary}
      chapter={chapter}
      onChapter={setChapter}
      onChange={() => source.load().then(setSummary).catch(showError)}
    />
  );
}
