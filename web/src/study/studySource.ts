// Where a study is kept: on the server, or in this browser for people without an account.

import type { StudyChange, StudyVisibility } from "../api/studies";
import * as api from "../api/studies";

export interface ChapterSummary {
  id: string;
  name: string;
}

export interface StudySummary {
  name: string;
  /** Null for a study in this browser. */
  owner: string | null;
  visibility: StudyVisibility;
  chapters: ChapterSummary[];
  editable: boolean;
}

export interface StoredChapter extends ChapterSummary {
  record: string;
  revision: number;
}

/** Methods reject with a `ServerRefusal`; its code is `CONFLICT` if another tab saved first. */
export interface StudySource {
  /** Names the study in the storage of this browser. */
  readonly key: string;
  load(): Promise<StudySummary>;
  loadChapter(id: string): Promise<StoredChapter>;
  saveChapter(
    id: string,
    change: { name?: string; record: string; revision: number },
  ): Promise<StoredChapter>;
  addChapter(name: string, record: string): Promise<StoredChapter>;
  removeChapter(id: string): Promise<void>;
  change(change: StudyChange): Promise<StudySummary>;
  /** All chapters as a file of records. */
  records(): Promise<string>;
}

export function serverStudy(study: string): StudySource {
  const summary = ({ owner, ...info }: api.StudyInfo): StudySummary => ({
    ...info,
    owner: owner.name,
  });
  return {
    key: study,
    load: async () => summary(await api.fetchStudy(study)),
    loadChapter: (id) => api.fetchChapter(study, id),
    saveChapter: (id, change) => api.saveChapter(study, id, change),
    addChapter: (name, record) => api.addChapter(study, name, record),
    removeChapter: (id) => api.deleteChapter(study, id),
    change: async (change) => summary(await api.changeStudy(study, change)),
    records: () => api.fetchStudyRecord(study),
  };
}
