// Names of the study and its chapters, who may see it, its link, its file, and its deletion.

import { useState } from "react";
import { changeStudy, deleteStudy, type StudyVisibility } from "../api/studies";
import { navigate } from "../browser/router";
import { saveFile } from "../browser/saveFile";
import { Button } from "../components/Button";
import { CopyField } from "../components/CopyField";
import { SelectField, TextField } from "../components/fields";
import { showError } from "../components/toasts";
import { messages } from "../messages";
import { clearLocalStudy } from "./localStudy";
import type { StudySource, StudySummary } from "./studySource";

interface ShareDialogProps {
  source: StudySource;
  summary: StudySummary;
  chapter: string;
  onChapter(id: string): void;
  onChange(): void;
}

const VISIBILITIES: readonly StudyVisibility[] = ["private", "link", "public"];

export function ShareDialog(props: ShareDialogProps) {
  const { source, summary, chapter, onChapter, onChange } = props;
  const { chapters, editable } = summary;
  const local = summary.owner === null;
  const [name, setName] = useState(summary.name);
  const [deleting, setDeleting] = useState(false);
  const at = chapters.findIndex(({ id }) => id === chapter);
  const [chapterName, setChapterName] = useState(chapters[at]?.name ?? "");

  const run = async (change: () => Promise<unknown>) => {
    await change();
    onChange();
  };
  const move = (by: -1 | 1) =>
    run(() => {
      const order = chapters.map(({ id }) => id);
      order.splice(at, 1);
      order.splice(at + by, 0, chapter);
      return source.change({ chapters: order });
    }).catch(showError);
  const renameChapter = () =>
    run(async () => {
      const stored = await source.loadChapter(chapter);
      const { record, revision } = stored;
      await source.saveChapter(chapter, { name: chapterName.trim(), record, revision });
    }).catch(showError);
  const removeChapter = () =>
    run(async () => {
      await source.removeChapter(chapter);
      const next = chapters[at === 0 ? 1 : at - 1];
      if (next) onChapter(next.id);
    }).catch(showError);
  const remove = async () => {
    if (local) clearLocalStudy();
    else await deleteStudy(source.key);
    navigate("/analyse/studies");
  };
  const download = async () =>
    saveFile(`${fileName(summary.name)}.rrg`, "text/plain", await source.records());

  return (
    <div className="share-study">
      {editable && (
        <>
          <TextField
            label={messages.study.importName}
            value={name}
            maxLength={100}
            onChange={setName}
            onBlur={() => {
              const changed = name.trim();
              if (changed && changed !== summary.name)
                run(() => source.change({ name: changed })).catch(showError);
            }}
          />
          <TextField
            label={messages.study.chapterName({ number: at + 1 })}
            value={chapterName}
            maxLength={100}
            onChange={setChapterName}
            onBlur={() => {
              if (chapterName.trim() && chapterName.trim() !== chapters[at]?.name) renameChapter();
            }}
          />
          <div className="buttons">
            <Button disabled={at <= 0} onClick={() => move(-1)}>
              {messages.study.moveUp}
            </Button>
            <Button disabled={at === chapters.length - 1} onClick={() => move(1)}>
              {messages.study.moveDown}
            </Button>
            <Button kind="danger" disabled={chapters.length < 2} onClick={removeChapter}>
              {messages.study.deleteChapter}
            </Button>
          </div>
        </>
      )}
      {!local && editable && (
        <SelectField
          label={messages.study.visibility}
          value={summary.visibility}
          options={VISIBILITIES.map((value) => ({ value, label: messages.study[value] }))}
          onChange={(visibility) =>
            run(() => changeStudy(source.key, { visibility })).catch(showError)
          }
        />
      )}
      {!local && summary.visibility !== "private" && (
        <CopyField
          label={messages.study.shareLink}
          text={`${window.location.origin}/study/${source.key}`}
        />
      )}
      <div className="buttons">
        <Button onClick={() => download().catch(showError)}>{messages.study.download}</Button>
        {editable && !deleting && (
          <Button kind="danger" onClick={() => setDeleting(true)}>
            {messages.study.delete}
          </Button>
        )}
      </div>
      {deleting && (
        <div role="alert">
          <p>{messages.study.deleteSure}</p>
          <div className="buttons">
            <Button kind="danger" onClick={() => remove().catch(showError)}>
              {messages.study.deleteYes}
            </Button>
            <Button onClick={() => setDeleting(false)}>{messages.study.keep}</Button>
          </div>
        </div>
      )}
    </div>
  );
}

const fileName = (name: string) => name.replace(/[^\p{L}\p{N}]+/gu, "-").slice(0, 60) || "study";
