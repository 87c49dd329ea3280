// Learn: the list of lessons, or one of them.

import { NotFound } from "../app/NotFound";
import type { PageProps } from "../browser/route";
import { LessonRoom } from "../learn/LessonRoom";
import { Lessons } from "../learn/Lessons";
import { lessons } from "../learn/lessons";
import "../learn/learn.css";

export default function Learn({ route }: PageProps) {
  const { lesson: name } = route.params;
  if (name === undefined) return <Lessons />;
  const lesson = lessons.find((each) => each.name === name);
  return lesson ? <LessonRoom key={name} lesson={lesson} /> : <NotFound />;
}
