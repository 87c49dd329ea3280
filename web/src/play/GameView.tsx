// A game on the page: the board with its prompt, the scores and the move log.

import { type KeyboardEvent, useEffect, useMemo, useRef } from "react";
import { Board } from "../board/react";
import type { Marks } from "../board/types";
import { settings, useSettings } from "../browser/settings";
import { playSound, type Sound } from "../browser/sound";
import type { PositionView, Step } from "../engine/engine";
import { messages } from "../messages";
import { gridOf } from "../rules/grid";
import { lastMove } from "./history";
import { MoveLog } from "./MoveLog";
import { PromptBar } from "./PromptBar";
import { ScorePanel } from "./ScorePanel";
import type { GameViewProps } from "./types";
import { useBoardSettings } from "./useBoardSettings";
import { type RefusalText, useMoveBuilder } from "./useMoveBuilder";
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
    <div
      className="game-view"
      ref={root}
      onKeyDown={(event) => handleCountKey(event, input.onButton)}
    >
      <section
        className="game-view-board"
        data-controls={props.controls !== undefined}
        aria-label={messages.play.board}
      >
        <PromptBar
          view={view}
          input={input}
          seats={seats}
          pending={pending}
          waitingText={props.waitingText}
        />
        <div className="board-area" data-many-targets={hasManyTargets(view, input.marks)}>
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
          <RefusalNotice refusal={input.refusal} onDismiss={input.dismiss} />
        </div>
        {props.controls}
      </section>
      <div className="game-view-side">
        <ScorePanel view={view} seats={seats} ownSeats={ownSeats} />
        <section className="panel move-log-panel">
          <div className="log-header">
            <h2>{messages.play.log}</h2>
            <SoundToggle />
          </div>
          <MoveLog steps={steps} at={at} onJump={props.onJump} />
        </section>
        {props.aside}
      </div>
    </div>
  );
}

/** With this many targets, the board draws their marks faintly. */
function hasManyTargets({ state }: PositionView, { targets = [] }: Marks): boolean {
  return targets.length > gridOf(state.board.type).size / 3;
}

/** Returns the move to animate: the only one added since the last render. Jumps have none. */
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

/** The keys 1, 2 and 3 set the number of rings to place, wherever the focus is in the view. */
function handleCountKey(event: KeyboardEvent, choose: (id: string) => void): void {
  const [target] = event.nativeEvent.composedPath();
  const typing = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  if (!typing && !event.ctrlKey && !event.metaKey && !event.altKey && /^[123]$/.test(event.key))
    choose(`count-${event.key}`);
}

/** Why something cannot be done, with a link to the rule. */
function RefusalNotice({ refusal, onDismiss }: { refusal: RefusalText | null; onDismiss(): void }) {
  return (
    <div className="refusal-area" role="alert">
      {refusal && (
        <div className="refusal">
          <p>
            {refusal.text}{" "}
            {refusal.rule && (
              <a href={`/rulebook#${refusal.rule}`} target="_blank" rel="noopener">
                {messages.play.rule({ rule: refusal.rule })}
              </a>
            )}
          </p>
          <button
            type="button"
            className="close-button"
            aria-label={messages.play.dismiss}
            onClick={onDismiss}
          >
            ×
          </button>
        </div>
      )}
    </div>
  );
}

/** The same setting as on the settings page. */
function SoundToggle() {
  const { sound } = useSettings();
  return (
    <button
      type="button"
      className="sound-toggle"
      aria-pressed={sound}
      aria-label={messages.play.sound}
      title={messages.play.soundState({ on: sound })}
      onClick={() => settings.set({ sound: !sound })}
    >
      <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
        <path d="M3 7.5h3l4-3.5v12l-4-3.5H3z" />
        <path
          className="sound-waves"
          d={sound ? "M13 7q2 3 0 6M15.5 5q3.5 5 0 10" : "M13 7.5l5 5m0-5l-5 5"}
        />
      </svg>
    </button>
  );
}

function moveSound({ move, view }: Step): Sound {
  if (view.state.gameStatus === "completed") return "end";
  switch (move.type) {
    case "place_ring":
      return "place";
    case "overtaking_capture":
    case "continue_capture_segment":
      return "capture";
    case "process_line":
    case "choose_line_reward":
    case "process_territory_region":
      return "collapse";
    case "eliminate_rings_from_stack":
    case "forced_elimination":
      return "eliminate";
    default:
      return "move";
  }
}
