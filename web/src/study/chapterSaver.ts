// Saves a chapter while it is edited. Each change is at once in this browser's storage, so that a
// reload or a lost connection loses nothing, and soon in the study.

import { OFFLINE, ServerRefusal } from "../api/http";
import { normaliseComment } from "./chapterRecord";
import type { StudySource } from "./studySource";

/** `waiting`: the server cannot be reached, and saving is tried again. */
export type SaveState = "saved" | "saving" | "waiting" | "conflict" | "refused";

export interface Draft {
  /** The revision that the draft changes. */
  revision: number;
  record: string;
  /** What was being saved when the page was left, perhaps with success. */
  sent?: string;
}

const SAVE_DELAY_MS = 1000;
const RETRY_MS = 4000;
const draftKey = (study: string, chapter: string) => `ringrift.study.draft.${study}.${chapter}`;

export function readDraft(study: string, chapter: string): Draft | null {
  try {
    const draft = JSON.parse(window.localStorage.getItem(draftKey(study, chapter)) ?? "null");
    return Number.isInteger(draft?.revision) && typeof draft.record === "string" ? draft : null;
  } catch {
    return null; // without storage, or not written by this page
  }
}

/** The revision that a draft changes, if its page was left while it saved the present content. */
export function revisionOf(draft: Draft, stored: Draft): number {
  const isSaved = draft.sent === stored.record && draft.revision === stored.revision - 1;
  return isSaved ? stored.revision : draft.revision;
}

export function removeDraft(study: string, chapter: string): void {
  try {
    window.localStorage.removeItem(draftKey(study, chapter));
  } catch {
    // Without storage there is no draft.
  }
}

function writeDraft(study: string, chapter: string, draft: Draft): void {
  try {
    window.localStorage.setItem(draftKey(study, chapter), JSON.stringify(draft));
  } catch {
    // Without storage the change is only in memory until it is saved.
  }
}

export class ChapterSaver {
  private unsaved: string | null = null;
  /** On its way to the server. */
  private sent: string | undefined;
  private sending: Promise<void> | null = null;
  private timer: number | undefined;
  private closed = false;

  constructor(
    private readonly source: StudySource,
    private readonly chapter: string,
    private revision: number,
    private readonly onState: (state: SaveState, message: string) => void,
    private readonly delay = SAVE_DELAY_MS,
  ) {
    window.addEventListener("online", this.retry);
  }

  /** Takes the new content of the chapter. */
  change(record: string): void {
    this.unsaved = record;
    this.keepDraft(record);
    this.onState("saving", "");
    this.schedule(this.delay);
  }

  /** Saves what is not saved yet; resolves when that is done or has failed. */
  async flush(): Promise<void> {
    window.clearTimeout(this.timer);
    this.sending ??= this.send().finally(() => {
      this.sending = null;
    });
    await this.sending;
  }

  /** Stops; an unsaved change stays in this browser until the chapter is opened again. */
  close(): void {
    this.closed = true;
    window.clearTimeout(this.timer);
    window.removeEventListener("online", this.retry);
  }

  private readonly retry = () => {
    if (this.unsaved !== null) this.schedule(0);
  };

  private schedule(delay: number): void {
    window.clearTimeout(this.timer);
    if (this.closed) return;
    this.timer = window.setTimeout(() => this.flush().catch(() => undefined), delay);
  }

  private async send(): Promise<void> {
    const record = this.unsaved;
    if (record === null) return;
    this.sent = record;
    this.keepDraft(record);
    try {
      const { revision } = this;
      const saved = await this.source.saveChapter(this.chapter, { record, revision });
      this.revision = saved.revision;
    } catch (error) {
      this.handle(error);
      return;
    } finally {
      this.sent = undefined;
    }
    if (this.unsaved === record) {
      this.unsaved = null;
      removeDraft(this.source.key, this.chapter);
      this.onState("saved", "");
    } else if (this.unsaved !== null) {
      this.keepDraft(this.unsaved);
      this.schedule(this.delay);
    }
  }

  private keepDraft(record: string): void {
    const { revision, sent } = this;
    writeDraft(this.source.key, this.chapter, { revision, record, ...(sent ? { sent } : {}) });
  }

  private handle(error: unknown): void {
    const message = normaliseComment(error instanceof Error ? error.message : String(error));
    const refused = error instanceof ServerRefusal ? error : null;
    const code = refused?.refusal.code;
    if (code === "CONFLICT") this.onState("conflict", message);
    else if (refused && (code === OFFLINE || refused.status >= 500 || refused.status === 429)) {
      this.onState("waiting", message);
      this.schedule((refused.retryAfter ?? 0) * 1000 || RETRY_MS);
    } else this.onState("refused", message);
  }
}
