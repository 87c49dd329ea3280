// The words of the lessons, apart from the rest: only those who learn fetch them.

import { lessons } from "./en/lessons";
import type { LessonWords } from "./lessonWords";

export const lessonWords: { [Name in keyof typeof lessons]: LessonWords } = lessons;
