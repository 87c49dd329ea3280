// Learn from your mistakes: every turn of a game that cost much is a small exercise. You play a
// better turn on the board, and the engine says whether it is one.

import { useMemo, useState } from "react";
import { Button } from "../components/Button";
import { showError } from "../components/toasts";
import type { Engine, RecordReplay, Step } from "../engine/engine";
import { isTurnOver } from "../engine/turnEnd";
import { messages } from "../messages";
import { GameView } from "../play/GameView";
import { useLegalMoves } from "../play/useLegalMoves";
import type { Move } from "../rules/wire";
import { turnText } from "../study/turnNotation";
import { type JudgedTurn, moverShare } from "./judgedTurns";
import { NODES_PER_SEARCH } from "./judgeGame";
import { judgeAttempt, possibleShare, type Verdict } from "./mistakes";
import { playerName } from "./recordHeaders";
import { percentOf } from "./SeatChances";
import { turnArrows } from "./turnArrows";

interface MistakePracticeProps {
  engine: Engine;
  record: RecordReplay;
  mistakes: readonly JudgedTurn[];
  onClose(): void;
}

export default function MistakePractice({
  engine,
  record,
  mistakes,
  onClose,
}: MistakePracticeProps) {
  const [index, setIndex] = useState(0);
  const [steps, setSteps] = useState<Step[]>([]);
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const [solved, setSolved] = useState(0);
  const turn = mistakes[index];
  const before = turn ? (record.steps[turn.from - 1]?.view ?? record.start) : record.start;
  const view = useLegalMoves(engine, steps.at(-1)?.view ?? before);
  const played = useMemo(
    () => (turn ? record.steps.slice(turn.from, turn.to) : []),
    [record, turn],
  );

  if (!turn || !view)
    return (
      <section className="page mistake-practice">
        <h1>{messages.replay.practice.title}</h1>
        <p>{messages.replay.practice.done({ solved, count: mistakes.length })}</p>
        <Button kind="primary" onClick={onClose}>
          {messages.replay.practice.close}
        </Button>
      </section>
    );

  const restart = () => {
    setSteps([]);
    setVerdict(null);
  };
  const next = () => {
    restart();
    setIndex(index + 1);
  };
  const play = async (move: Move) => {
    const made = [...steps, ...(await engine.playAndSettle(view.state, move))];
    setSteps(made);
    const reached = made.at(-1)?.view ?? before;
    if (!isTurnOver(before.state, made) && reached.state.winner === null) return;
    setVerdict("judging");
    const best = turn.better.at(-1)?.view.hash === reached.hash;
    const shares = best ? null : await engine.expectedShares?.(reached.state, NODES_PER_SEARCH);
    const loss = shares ? possibleShare(turn, played) - moverShare(shares, turn.seat, made) : 0;
    const found = judgeAttempt(loss, turn.loss);
    setVerdict(found);
    if (found === "right") setSolved((count) => count + 1);
  };
  const answered = verdict !== null;
  const solution = turnText(record.setup.board, turn.better);
  const texts: Record<Verdict, string> = {
    judging: messages.replay.practice.judging,
    right: messages.replay.practice.right({ turn: solution }),
    better: messages.replay.practice.better,
    wrong: messages.replay.practice.wrong,
    shown: messages.replay.practice.shown({ turn: solution }),
  };
  return (
    <section className="mistake-practice">
      <h1>{messages.replay.practice.title}</h1>
      <GameView
        key={turn.from}
        layout="inset"
        view={view}
        start={before}
        steps={steps}
        ownSeats={answered ? [] : [turn.seat]}
        seats={view.state.players.map(({ playerNumber }) => ({
          seat: playerNumber,
          name: playerName(record, playerNumber, turn.from),
          kind: "",
        }))}
        onMove={(move) => play(move).catch(showError)}
        {...(verdict === "shown" ? { arrows: turnArrows(played, turn) } : {})}
        aside={
          <section className="panel">
            <p>
              {messages.replay.practice.task({
                number: index + 1,
                count: mistakes.length,
                turn: turn.number,
                name: playerName(record, turn.seat, turn.from),
              })}
            </p>
            <p>
              {messages.replay.practice.played({
                turn: turnText(record.setup.board, played),
                percent: percentOf(turn.loss),
              })}
            </p>
            <p role="status" data-verdict={verdict ?? undefined}>
              {verdict === null ? messages.replay.practice.ask : texts[verdict]}
            </p>
            <div className="buttons">
              {answered && verdict !== "right" && verdict !== "judging" && (
                <Button onClick={restart}>{messages.replay.practice.again}</Button>
              )}
              {verdict !== "shown" && verdict !== "right" && (
                <Button
                  onClick={() => {
                    setSteps([]);
                    setVerdict("shown");
                  }}
                >
                  {messages.replay.practice.show}
                </Button>
              )}
              <Button kind="primary" disabled={verdict === "judging"} onClick={next}>
                {messages.replay.practice.next}
              </Button>
              <Button onClick={onClose}>{messages.replay.practice.close}</Button>
            </div>
          </section>
        }
      />
    </section>
  );
}
