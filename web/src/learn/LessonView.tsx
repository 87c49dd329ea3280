// A lesson: its text beside the board, one task after the other.

import { useCallback, useEffect, useRef, useState } from "react";
import { Link, navigate } from "../browser/router";
import { Button } from "../components/Button";
import { showError } from "../components/toasts";
import { useEngine } from "../engine/useEngine";
import { startComputerGame } from "../lobby/startGame";
import { messages } from "../messages";
import { lessonMessages } from "../messages/lessons";
import { GameTaskView } from "./GameTaskView";
import { type LessonName, lessons } from "./lessons";
import { PlayTaskView } from "./PlayTaskView";
import { PointTaskView } from "./PointTaskView";
import { markSolved, useSolvedTasks } from "./solvedTasks";
import type { Lesson, Task } from "./task";

const FIRST_LEVEL = 1;

export function LessonView({ lesson }: { lesson: Lesson<LessonName> }) {
  const engine = useEngine();
  const { isSolved } = useSolvedTasks();
  const [at, setAt] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  const onSolved = useCallback(() => markSolved(lesson, at), [lesson, at]);
  const number = lessons.findIndex(({ name }) => name === lesson.name) + 1;
  const task = lesson.tasks[at] as Task;
  const lessonText = lessonMessages[lesson.name];
  const taskMessages = lessonText.tasks[at];

  // Move the focus to the new task's heading, so that screen readers announce it.
  const first = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per task
  useEffect(() => {
    if (!first.current) heading.current?.focus();
    first.current = false;
  }, [at]);

  if (!taskMessages) return null;
  const next =
    at + 1 < lesson.tasks.length ? (
      <Button kind="primary" onClick={() => setAt(at + 1)}>
        {messages.learn.nextTask}
      </Button>
    ) : (
      <LessonEnd number={number} />
    );
  const taskViewProps = { engine, taskMessages, onSolved, next };
  return (
    <div className="lesson-view">
      <section className="lesson-card">
        <p className="quiet">
          <Link to="/learn">{messages.learn.all}</Link> ·{" "}
          {messages.learn.lessonNumber({ number, count: lessons.length })}
        </p>
        <h1>{lessonText.title}</h1>
        {lesson.tasks.length > 1 && (
          <nav className="task-steps" aria-label={messages.learn.tasks}>
            {lesson.tasks.map((each, i) => (
              <button
                // biome-ignore lint/suspicious/noArrayIndexKey: the index identifies the task
                key={i}
                type="button"
                aria-current={i === at ? "step" : undefined}
                aria-label={messages.learn.task({ number: i + 1, solved: isSolved(lesson, i) })}
                data-solved={isSolved(lesson, i)}
                data-kind={each.kind}
                onClick={() => setAt(i)}
              >
                {isSolved(lesson, i) ? "✓" : i + 1}
              </button>
            ))}
          </nav>
        )}
        <h2 ref={heading} tabIndex={-1}>
          {lesson.tasks.length > 1
            ? messages.learn.taskNumber({ number: at + 1, count: lesson.tasks.length })
            : messages.learn.yourTask}
        </h2>
        {taskMessages.text.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <p className="lesson-task">{taskMessages.ask}</p>
        <p>
          <Link to={`/rulebook#${lesson.rule}`}>{messages.learn.rule({ rule: lesson.rule })}</Link>
        </p>
      </section>
      <TaskView key={at} task={task} {...taskViewProps} />
    </div>
  );
}

type TaskViewProps = Omit<Parameters<typeof PlayTaskView>[0], "task"> & { task: Task };

function TaskView({ task, ...rest }: TaskViewProps) {
  switch (task.kind) {
    case "play":
      return <PlayTaskView task={task} {...rest} />;
    case "point":
      return <PointTaskView task={task} {...rest} />;
    case "game":
      return <GameTaskView task={task} {...rest} />;
  }
}

/** The link after a finished lesson: the next lesson, or a game after the last. */
function LessonEnd({ number }: { number: number }) {
  const following = lessons[number];
  if (following)
    return (
      <Button kind="primary" onClick={() => navigate(`/learn/${following.name}`)}>
        {messages.learn.nextLesson({ lesson: lessonMessages[following.name].title })}
      </Button>
    );
  return (
    <>
      <Button
        kind="primary"
        onClick={() => startComputerGame({ board: "square8", level: FIRST_LEVEL }).catch(showError)}
      >
        {messages.learn.playLevel({ level: FIRST_LEVEL })}
      </Button>
      <Link className="button" to="/sandbox">
        {messages.learn.sandbox}
      </Link>
    </>
  );
}
