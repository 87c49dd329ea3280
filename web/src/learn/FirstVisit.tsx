// A first visit: three taps on a real board, then a game with hints.

import { useEffect, useMemo, useState } from "react";
import { Board } from "../board/react";
import { Link } from "../browser/router";
import { Loading } from "../components/Loading";
import { showError } from "../components/toasts";
import { useEngine } from "../engine/useEngine";
import { FirstGameButton } from "../lobby/FirstGameButton";
import { messages } from "../messages";
import { useBoardSettings } from "../play/useBoardSettings";
import type { Key } from "../rules/wire";
import {
  type FirstSteps,
  marksFor,
  type Stage,
  startFirstSteps,
  tapCell,
  type WrongTap,
} from "./firstSteps";

const NUMBERS: Record<Stage, number> = { place: 1, run: 2, ground: 3, done: 3 };
const COUNT = 3;

export function FirstVisit() {
  const engine = useEngine();
  const boardSettings = useBoardSettings();
  const [steps, setSteps] = useState<FirstSteps | null>(null);
  const [wrong, setWrong] = useState<WrongTap | null>(null);
  const marks = useMemo(() => (steps ? marksFor(steps) : {}), [steps]);

  useEffect(() => {
    let current = true;
    startFirstSteps(engine)
      .then((start) => current && setSteps(start))
      .catch(showError);
    return () => {
      current = false;
    };
  }, [engine]);

  if (!steps) return <Loading />;
  const { stage, view, move } = steps;

  const tap = async (cell: Key) => {
    try {
      const result = await tapCell(engine, steps, cell);
      if ("steps" in result) setSteps(result.steps);
      setWrong("wrong" in result ? result.wrong : null);
    } catch (error) {
      showError(error);
    }
  };

  return (
    <div className="first-visit panel">
      <header>
        <span>{messages.learn.first.progress({ number: NUMBERS[stage], count: COUNT })}</span>
        <progress value={NUMBERS[stage]} max={COUNT} aria-label={messages.learn.first.title} />
        <Link to="/learn">{messages.learn.first.skip}</Link>
      </header>
      <div className="first-visit-board">
        <Board
          state={view.state}
          move={move}
          marks={marks}
          onCell={({ cell }) => void tap(cell)}
          {...boardSettings}
        />
      </div>
      <section aria-live="polite">
        <h1>{messages.learn.first[stage].title}</h1>
        <p className="lead">{messages.learn.first[stage].text}</p>
        {wrong ? (
          <p className="first-visit-note" data-kind="wrong">
            {messages.learn.first.wrong[wrong]}
          </p>
        ) : (
          <p className="first-visit-note" data-kind={stage === "done" ? "good" : "note"}>
            {messages.learn.first[stage].note}
          </p>
        )}
        {stage === "done" && <WhatNext />}
      </section>
    </div>
  );
}

function WhatNext() {
  return (
    <div className="buttons">
      <FirstGameButton kind="primary" className="big" label={messages.learn.first.play} />
      <Link className="button big" to="/learn">
        {messages.learn.first.lessons}
      </Link>
    </div>
  );
}
