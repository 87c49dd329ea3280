// The table: the board with the question above it, scores and log beside it.

import { type KeyboardEvent, useEffect, useMemo, useRef } from "react";
import { Board } from "../board/react";
import type { Marks } from "../board/types";
import { playSound } from "../browser/sound";
import type { PositionView, Step } from "../engine/engine";
import { gridOf } from "../rules/grid";
import { words } from "../strings";
import { lastMove } from "./history";
import { MoveLog } from "./MoveLog";
import { moveSound } from "./moveSound";
import { PromptBar } from "./PromptBar";
import { RefusalNotice } from "./RefusalNotice";
import { ScorePanel } from "./ScorePanel";
import { SoundToggle } from "./SoundToggle";
import type { GameViewProps } from "./types";
import { useBoardSettings } from "./useBoardSettings";
import { useMoveBuilder } from "./useMoveBuilder";
import "./gameView.css";

export function GameView(props: GameViewProps) {
  const {
    view,
    steps,
    at = steps.length,
    ownSeats,
    seats,
    arrows,
    pending = false,
    onSound = playSound,
  } = props;
  const input = useMoveBuilder({ ...props, onSound });
  const last = useMemo(() => lastMove({ steps, at }), [steps, at]);
  const newStep = useNewestMove(steps, at);
  const boardSettings = useBoardSettings();
  const root = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (newStep) onSound(moveSound(newStep));
  }, [newStep, onSound]);

  const marks = useMemo(
    () => (arrows ? { ...input.marks, arrows } : input.marks),
    [input.marks, arrows],
  );

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for what the buttons do
    <div className="table" ref={root} onKeyDown={(event) => handleCountKey(event, input.onButton)}>
      <section
        className="table-board"
        data-controls={props.controls !== undefined}
        aria-label={words.play.board}
      >
        <PromptBar
          view={view}
          input={input}
          seats={seats}
          pending={pending}
          waiting={props.waitingText}
        />
        <div className="board-place" data-many={hasManyTargets(view, input.marks)}>
          <Board
            state={view.state}
            move={newStep?.move ?? null}
            lastMove={last?.move ?? null}
            marks={marks}
            onCell={({ cell }) => input.onCell(cell)}
            onHover={(cell) => input.setHover({ cell })}
            onNotation={input.onNotation}
            onCancel={input.onCancel}
            counterOf={(seat) => root.current?.querySelector(`[data-counter="${seat}"]`) ?? null}
            {...boardSettings}
          />
          <RefusalNotice refused={input.refusal} onDismiss={input.dismiss} />
        </div>
        {props.controls}
      </section>
      <div className="table-side">
        <ScorePanel view={view} seats={seats} hands={ownSeats} />
        <section className="panel log-panel">
          <div className="log-top">
            <h2>{words.play.log}</h2>
            <SoundToggle />
          </div>
          <MoveLog steps={steps} at={at} onJump={props.onJump} />
        </section>
        {props.aside}
      </div>
    </div>
  );
}

/** Where nearly everything can be chosen, marks step back. */
function hasManyTargets({ state }: PositionView, { targets = [] }: Marks): boolean {
  return targets.length > gridOf(state.board.type).size / 3;
}

/** The choice that was made since the last look, if it was one: jumps show the state at once. */
function useNewestMove(steps: Step[], at: number): Step | null {
  const before = useRef({ steps, at });
  const made = useMemo(() => {
    const { at: from, steps: known } = before.current;
    const joined = from === 0 || known[from - 1] === steps[from - 1];
    const choices = joined ? steps.slice(from, at).filter((step) => !step.bookkeeping) : [];
    return choices.length === 1 ? (choices[0] ?? null) : null;
  }, [steps, at]);
  useEffect(() => {
    before.current = { steps, at };
  }, [steps, at]);
  return made;
}

/** The keys 1, 2 and 3 say how many rings to place, wherever the focus is at the table. */
function handleCountKey(event: KeyboardEvent, choose: (id: string) => void): void {
  const [target] = event.nativeEvent.composedPath();
  const typing = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  if (!typing && !event.ctrlKey && !event.metaKey && !event.altKey && /^[123]$/.test(event.key))
    choose(`count-${event.key}`);
}
