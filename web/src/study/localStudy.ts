// The study that is kept in this browser, for people without an account. Other tabs see its
// changes; a revision per chapter tells two tabs apart, as on the server.

import { ServerRefusal } from "../api/http";
import { messages } from "../messages";
import type { StoredChapter, StudySource, StudySummary } from "./studySource";

const STORAGE_KEY = "ringrift.study";
const VERSION = 1;
export const MAX_CHAPTERS = 64;

interface StoredStudy {
  version: typeof VERSION;
  name: string;
  chapters: StoredChapter[];
}

export function readLocalStudy(): StoredStudy | null {
  try {
    const stored = JSON.parse(window.localStorage.getItem(STORAGE_KEY) ?? "null");
    return isStudy(stored) ? stored : null;
  } catch {
    return null; // without storage, or not written by this page
  }
}

function isStudy(value: Partial<StoredStudy> | null): value is StoredStudy {
  return (
    value?.version === VERSION &&
    typeof value.name === "string" &&
    Array.isArray(value.chapters) &&
    value.chapters.every(
      (each) =>
        typeof each?.id === "string" &&
        typeof each.name === "string" &&
        typeof each.record === "string" &&
        Number.isInteger(each.revision),
    )
  );
}

function write(study: StoredStudy): void {
  try {
    window.localStorage.setItem(STORAGE_KEY, JSON.stringify(study));
  } catch {
    throw refusal("NO_SPACE", messages.study.storageFull);
  }
}

export function clearLocalStudy(): void {
  try {
    window.localStorage.removeItem(STORAGE_KEY);
  } catch {
    // Without storage there is nothing to remove.
  }
}

const newId = () => Math.random().toString(36).slice(2, 12);

export function localStudy(): StudySource {
  const read = (): StoredStudy =>
    readLocalStudy() ?? { version: VERSION, name: messages.study.untitled, chapters: [] };
  const summary = ({ name, chapters }: StoredStudy): StudySummary => ({
    name,
    owner: null,
    visibility: "private",
    chapters: chapters.map(({ id, name }) => ({ id, name })),
    editable: true,
  });
  const find = (study: StoredStudy, id: string): StoredChapter => {
    const chapter = study.chapters.find((each) => each.id === id);
    if (!chapter) throw refusal("NOT_FOUND", messages.study.noChapter);
    return chapter;
  };
  return {
    key: "local",
    load: async () => summary(read()),
    loadChapter: async (id) => find(read(), id),
    saveChapter: async (id, change) => {
      const study = read();
      const chapter = find(study, id);
      if (chapter.revision !== change.revision) throw refusal("CONFLICT", messages.study.conflict);
      const saved = { ...chapter, ...change, revision: change.revision + 1 };
      const chapters = study.chapters.map((each) => (each.id === id ? saved : each));
      write({ ...study, chapters });
      return saved;
    },
    addChapter: async (name, record) => {
      const study = read();
      if (study.chapters.length >= MAX_CHAPTERS)
        throw refusal("TOO_MANY_CHAPTERS", messages.study.tooManyChapters({ max: MAX_CHAPTERS }));
      const chapter = { id: newId(), name, record, revision: 1 };
      write({ ...study, chapters: [...study.chapters, chapter] });
      return chapter;
    },
    removeChapter: async (id) => {
      const study = read();
      write({ ...study, chapters: study.chapters.filter((each) => each.id !== id) });
    },
    change: async ({ name, chapters: order }) => {
      const study = read();
      const chapters = order ? order.map((id) => find(study, id)) : study.chapters;
      const changed = { ...study, name: name ?? study.name, chapters };
      write(changed);
      return summary(changed);
    },
    records: async () =>
      read()
        .chapters.map(({ record }) => record)
        .join("\n"),
  };
}

function refusal(code: string, message: string): ServerRefusal {
  return new ServerRefusal({ code, rule: null, message }, 409);
}
