// The list of lessons with the learner's progress.

import { Link } from "../browser/router";
import { Button } from "../components/Button";
import { showError } from "../components/toasts";
import { startComputerGame } from "../lobby/startGame";
import { messages } from "../messages";
import { lessonMessages } from "../messages/lessons";
import { lessons } from "./lessons";
import { clearSolvedTasks, useSolvedTasks } from "./solvedTasks";

export function LessonList() {
  const { isDone } = useSolvedTasks();
  const done = lessons.filter(isDone).length;
  const next = lessons.find((lesson) => !isDone(lesson));
  return (
    <div className="page">
      <header className="lessons-header">
        <h1>{messages.learn.title}</h1>
        <p className="lead">{messages.learn.lead}</p>
        <div className="lessons-progress">
          <progress value={done} max={lessons.length} aria-label={messages.learn.progress} />
          <span className="quiet">{messages.learn.completed({ done, count: lessons.length })}</span>
        </div>
        <div className="buttons">
          {next ? (
            <Link className="button primary big" to={`/learn/${next.name}`}>
              {done === 0
                ? messages.learn.start
                : messages.learn.continue({ lesson: lessonMessages[next.name].title })}
            </Link>
          ) : (
            <Button
              kind="primary"
              className="big"
              onClick={() => startComputerGame({ board: "square8", level: 1 }).catch(showError)}
            >
              {messages.learn.playLevel({ level: 1 })}
            </Button>
          )}
          <Link className="button big" to="/learn/start">
            {messages.learn.twoMinutes}
          </Link>
          <Link className="button big" to="/rulebook">
            {messages.learn.rulebook}
          </Link>
          <Link className="button big" to="/faq">
            {messages.learn.questions}
          </Link>
          <Link className="button big" to="/strategy">
            {messages.learn.strategy}
          </Link>
          <Link className="button big" to="/rulebook/exact">
            {messages.learn.exact}
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
                <strong>{lessonMessages[lesson.name].title}</strong>
                <small className="quiet">{lessonMessages[lesson.name].summary}</small>
              </span>
              {isDone(lesson) && <span className="visually-hidden">{messages.learn.done}</span>}
            </Link>
          </li>
        ))}
      </ol>
      {done > 0 && (
        <p>
          <Button kind="quiet" onClick={clearSolvedTasks}>
            {messages.learn.reset}
          </Button>
        </p>
      )}
    </div>
  );
}
