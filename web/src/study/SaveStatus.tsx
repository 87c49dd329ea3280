// Whether the chapter is saved, and what to do if another tab saved first.

import { Button } from "../components/Button";
import { showError } from "../components/toasts";
import { messages } from "../messages";
import { removeDraft, type SaveState } from "./chapterSaver";
import type { StudySource } from "./studySource";

interface SaveStatusProps {
  save: { state: SaveState; message: string };
  shown: boolean;
  source: StudySource;
  chapter: string;
  onKeep(): Promise<void>;
  onLoad(): void;
}

export function SaveStatus({ save, shown, source, chapter, onKeep, onLoad }: SaveStatusProps) {
  if (!shown) return null;
  if (save.state === "conflict") {
    const keep = async () => {
      removeDraft(source.key, chapter);
      await onKeep();
    };
    return (
      <div className="save-status" role="alert">
        <p className="error">{messages.study.conflict}</p>
        <div className="buttons">
          <Button kind="primary" onClick={() => keep().catch(showError)}>
            {messages.study.conflictKeep}
          </Button>
          <Button
            onClick={() => {
              removeDraft(source.key, chapter);
              onLoad();
            }}
          >
            {messages.study.conflictLoad}
          </Button>
        </div>
      </div>
    );
  }
  return (
    <p className="save-status quiet" role="status" data-state={save.state}>
      {save.state === "refused"
        ? messages.study.refusedSave({ message: save.message })
        : messages.study[save.state]}
    </p>
  );
}
