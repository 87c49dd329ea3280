// Learn: the list of lessons, or one of them.

import type { PageProps } from "../browser/route";
import { NotFound } from "../components/NotFound";
import { FirstVisit } from "../learn/FirstVisit";
import { LessonList } from "../learn/LessonList";
import { LessonView } from "../learn/LessonView";
import { lessons } from "../learn/lessons";
import "../learn/learn.css";

export default function LearnPage({ route }: PageProps) {
  if (route.page === "start") return <FirstVisit />;
  const { lesson: name } = route.params;
  if (name === undefined) return <LessonList />;
  const lesson = lessons.find((each) => each.name === name);
  return lesson ? <LessonView key={name} lesson={lesson} /> : <NotFound />;
}
