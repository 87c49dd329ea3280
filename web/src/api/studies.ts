// Studies over HTTP.

import type { BoardName } from "../rules/wire";
import { request } from "./http";
import type { Account } from "./types";

export type StudyVisibility = "private" | "link" | "public";

export interface ChapterInfo {
  id: string;
  name: string;
  board: BoardName;
  players: number;
  /** At the end of its main line, as a position string. */
  position: string;
  revision: number;
  updated_at: number;
}

export interface Chapter extends ChapterInfo {
  record: string;
}

export interface StudyInfo {
  id: string;
  name: string;
  owner: Account;
  visibility: StudyVisibility;
  created_at: number;
  updated_at: number;
  chapters: ChapterInfo[];
  editable: boolean;
}

export interface StudyList {
  studies: StudyInfo[];
  next: number | null;
}

export interface NewStudy {
  name: string;
  visibility?: StudyVisibility;
  /** One or more records: each becomes a chapter. */
  records: string;
}

export interface StudyChange {
  name?: string;
  visibility?: StudyVisibility;
  /** The ids of all chapters in their new order. */
  chapters?: string[];
}

const studyPath = (study: string, rest = "") => `/studies/${encodeURIComponent(study)}${rest}`;
const chapterPath = (study: string, chapter: string) =>
  studyPath(study, `/chapters/${encodeURIComponent(chapter)}`);

export const fetchStudies = (of: "me" | "everybody", before: number | null = null) =>
  request<StudyList>("GET", `/studies?of=${of}${before === null ? "" : `&before=${before}`}`);
export const createStudy = (study: NewStudy) => request<StudyInfo>("POST", "/studies", study);
export const fetchStudy = (study: string) => request<StudyInfo>("GET", studyPath(study));
export const changeStudy = (study: string, change: StudyChange) =>
  request<StudyInfo>("PUT", studyPath(study), change);
export const deleteStudy = (study: string) => request<void>("DELETE", studyPath(study));
export const fetchStudyRecord = (study: string) =>
  request<string>("GET", studyPath(study, "/record"));
export const fetchChapter = (study: string, chapter: string) =>
  request<Chapter>("GET", chapterPath(study, chapter));
export const addChapter = (study: string, name: string, record: string) =>
  request<Chapter>("POST", studyPath(study, "/chapters"), { name, record });
export const saveChapter = (
  study: string,
  chapter: string,
  change: { name?: string; record: string; revision: number },
) => request<Chapter>("PUT", chapterPath(study, chapter), change);
export const deleteChapter = (study: string, chapter: string) =>
  request<void>("DELETE", chapterPath(study, chapter));
