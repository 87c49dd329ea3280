// All lessons, to be taken in order or not.

import { Link } from "../browser/router";
import { Button } from "../components/Button";
import { showError } from "../components/toasts";
import { startComputerGame } from "../lobby/startGame";
import { words } from "../strings";
import { lessonWords } from "../strings/lessons";
import { lessons } from "./lessons";
import { clearSolvedTasks, useSolvedTasks } from "./solvedTasks";

export function LessonList() {
  const { isDone } = useSolvedTasks();
  const { learn } = words;
  const done = lessons.filter(isDone).length;
  const next = lessons.find((lesson) => !isDone(lesson));
  return (
    <div className="page">
      <header className="lessons-header">
        <h1>{learn.title}</h1>
        <p className="lead">{learn.lead}</p>
        <div className="lessons-progress">
          <progress value={done} max={lessons.length} aria-label={learn.progress} />
          <span className="quiet">{learn.doneOf(done, lessons.length)}</span>
        </div>
        <div className="buttons">
          {next ? (
            <Link className="button primary big" to={`/learn/${next.name}`}>
              {done === 0 ? learn.begin : learn.goOn(lessonWords[next.name].title)}
            </Link>
          ) : (
            <Button
              kind="primary"
              className="big"
              onClick={() => startComputerGame("square8", 1).catch(showError)}
            >
              {learn.playLevel(1)}
            </Button>
          )}
          <Link className="button big" to="/rulebook">
            {learn.toRulebook}
          </Link>
        </div>
      </header>
      <ol className="plain lesson-list">
        {lessons.map((lesson, i) => (
          <li key={lesson.name}>
            <Link to={`/learn/${lesson.name}`} data-done={isDone(lesson)}>
              <span className="lesson-number" aria-hidden="true">
                {isDone(lesson) ? "✓" : i + 1}
              </span>
              <span className="lesson-name">
                <strong>{lessonWords[lesson.name].title}</strong>
                <small className="quiet">{lessonWords[lesson.name].summary}</small>
              </span>
              {isDone(lesson) && <span className="visually-hidden">{learn.done}</span>}
            </Link>
          </li>
        ))}
      </ol>
      {done > 0 && (
        <p>
          <Button kind="quiet" onClick={clearSolvedTasks}>
            {learn.forget}
          </Button>
        </p>
      )}
    </div>
  );
}
