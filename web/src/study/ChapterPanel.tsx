// The chapters of a study, and dialogs to add one, and to share, export or delete the study.

import { useState } from "react";
import { useSession } from "../account/loginSession";
import { createStudy } from "../api/studies";
import { navigate } from "../browser/router";
import { ReportText } from "../community/ReportText";
import { Button } from "../components/Button";
import { Dialog } from "../components/Dialog";
import { showError } from "../components/toasts";
import type { Engine } from "../engine/engine";
import { messages } from "../messages";
import { clearLocalStudy } from "./localStudy";
import { NewChapterDialog } from "./NewChapterDialog";
import { ShareDialog } from "./ShareDialog";
import type { StudySource, StudySummary } from "./studySource";

interface ChapterPanelProps {
  engine: Engine;
  source: StudySource;
  summary: StudySummary;
  chapter: string;
  /** The shown chapter with all changes. */
  record(): Promise<string>;
  onChapter(id: string): void;
  onChange(): void;
}

export function ChapterPanel(props: ChapterPanelProps) {
  const { engine, source, summary, chapter, record, onChapter, onChange } = props;
  const [dialog, setDialog] = useState<"add" | "share" | null>(null);
  const registered = useSession().account?.kind === "person";
  const local = summary.owner === null;

  const copyToAccount = async () => {
    // The shown chapter may have changes that are not saved yet.
    const shown = await record();
    const others = await source.records();
    const records = summary.chapters.length === 1 ? shown : others;
    const made = await createStudy({ name: summary.name, records });
    if (local) clearLocalStudy();
    navigate(`/study/${made.id}`);
  };

  return (
    <section className="chapter-panel">
      <div className="panel-header">
        <h2>{summary.name}</h2>
        <span className="buttons">
          {summary.editable && (
            <Button onClick={() => setDialog("add")}>{messages.study.newChapter}</Button>
          )}
          <Button onClick={() => setDialog("share")}>{messages.study.shareStudy}</Button>
        </span>
      </div>
      {summary.owner !== null && !summary.editable && (
        <p className="quiet">
          {messages.study.by({ name: summary.owner })}{" "}
          <ReportText subject={{ study: source.key }} name={summary.owner} quote={summary.name} />
        </p>
      )}
      {local && !registered && <p className="quiet">{messages.study.onlyHere}</p>}
      {registered && (local || !summary.editable) && (
        <Button kind="primary" onClick={() => copyToAccount().catch(showError)}>
          {local ? messages.study.keepOnAccount : messages.study.saveCopy}
        </Button>
      )}
      {summary.chapters.length > 1 && (
        <ol className="plain chapter-list" aria-label={messages.study.chapters}>
          {summary.chapters.map(({ id, name }) => (
            <li key={id}>
              <button
                type="button"
                aria-current={id === chapter ? "page" : undefined}
                onClick={() => onChapter(id)}
              >
                {name}
              </button>
            </li>
          ))}
        </ol>
      )}
      {dialog === "add" && (
        <Dialog title={messages.study.newChapter} onClose={() => setDialog(null)}>
          <NewChapterDialog
            engine={engine}
            number={summary.chapters.length + 1}
            onAdd={async (name, text) => {
              const added = await source.addChapter(name, text);
              setDialog(null);
              onChange();
              onChapter(added.id);
            }}
          />
        </Dialog>
      )}
      {dialog === "share" && (
        <Dialog title={messages.study.shareStudy} onClose={() => setDialog(null)}>
          <ShareDialog
            source={source}
            summary={summary}
            chapter={chapter}
            onChapter={onChapter}
            onChange={onChange}
          />
        </Dialog>
      )}
    </section>
  );
}
