// A game on the page: the story, the board, the players and the slot with the prompt. The board's
// box depends on the window alone, so it never moves during a game.

import { type KeyboardEvent, lazy, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { layoutOf } from "../board/layout";
import { Board } from "../board/react";
import { trailOf } from "../board/trail";
import type { Marks } from "../board/types";
import { playSound } from "../browser/sound";
import { Button } from "../components/Button";
import { type Tab, Tabs } from "../components/Tabs";
import type { PositionView, Step } from "../engine/engine";
import { messages } from "../messages";
import { gridOf } from "../rules/grid";
import type { Key } from "../rules/wire";
import { BoardTools } from "./BoardTools";
import { turnSteps } from "./history";
import { soundsOf } from "./moveSounds";
import { PresenceAnnouncer, SeatPanels, seatOrder } from "./SeatPanels";
import { Slot } from "./Slot";
import { LastTurnRow, StoryPanel, type StoryProps, useStoryTurns } from "./story/StoryPanel";
import type { GameAction, GameViewProps } from "./types";
import { useBoardSettings } from "./useBoardSettings";
import { type InputMeans, useMoveBuilder } from "./useMoveBuilder";
import { usePreview } from "./usePreview";
import { useScreenSize } from "./useScreenSize";
import { useTurnReplay } from "./useTurnReplay";
import "./gameView.css";
import "./panels.css";
import "./story/story.css";

// Only narrow screens need it.
const PhoneBar = lazy(async () => ({ default: (await import("./PhoneBar")).PhoneBar }));

export function GameView(props: GameViewProps) {
  const { view, steps, seats, ownSeats, arrows, pending = false, onSound = playSound } = props;
  const { at = steps.length, viewer = ownSeats, layout = "screen", start = null } = props;
  const { players, board } = view.state;
  // One person at all seats reads the colours, not "you".
  const you = useMemo(
    () => (viewer.length < players.length ? viewer : []),
    [viewer, players.length],
  );
  const input = useMoveBuilder({ ...props, onSound });
  const { preview, consequence } = usePreview(view, input.move, props.previewMove);
  const trail = useMemo(() => trailOf(turnSteps({ start, steps, at })), [start, steps, at]);
  const newStep = useNewestMove(steps, at);
  const boardSettings = useBoardSettings();
  const root = useRef<HTMLDivElement>(null);
  const means = useRef<InputMeans>("mouse");
  const [lit, setLit] = useState<Key[]>([]);
  const size = useScreenSize();
  const [sheet, setSheet] = useState<string | null>(null);
  const [resultClosed, setResultClosed] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each new step
  useEffect(() => {
    if (!newStep) return;
    const before = steps[steps.indexOf(newStep) - 1]?.view.state ?? start?.state ?? null;
    for (const sound of soundsOf(newStep, before, ownSeats)) onSound(sound);
  }, [newStep, onSound]);

  const turns = useStoryTurns({ start, steps, at });
  const lastTurn = turns.find(({ complete }) => complete) ?? null;
  const replay = useTurnReplay(lastTurn, steps);

  const marks = useMemo<Marks>(() => {
    if (replay.shown) return lit.length > 0 ? { highlights: lit } : {};
    const { highlights = [], tags = {} } = input.marks;
    // The preview writes on the cells that it changes.
    const changed = [...(preview?.flips ?? []), ...(preview?.gains ?? [])];
    return {
      ...input.marks,
      tags: Object.fromEntries(Object.entries(tags).filter(([cell]) => !changed.includes(cell))),
      preview,
      highlights: [...highlights, ...lit],
      ...(arrows ? { arrows } : {}),
    };
  }, [input.marks, preview, arrows, lit, replay.shown]);

  const story: StoryProps = {
    start,
    steps,
    at,
    viewer: you,
    notices: props.notices ?? NO_NOTICES,
    onPoint: setLit,
    onReplay: lastTurn ? replay.start : undefined,
    onJump: props.onJump,
  };
  const log = props.log ?? { label: messages.story.title, content: <StoryPanel {...story} /> };
  const { own, others } = seatOrder(players, you);
  const panels = { view, seats, viewer: you };
  const compact = layout === "inset" || players.length > 2 || size !== "wide";
  const result = props.result ?? null;
  const slot = (
    <Slot
      view={view}
      input={input}
      seats={seats}
      nameSeat={ownSeats.length > 1}
      pending={pending}
      waitingText={props.waitingText}
      consequence={consequence}
      remark={props.remark}
      onResult={result && resultClosed ? () => setResultClosed(false) : undefined}
    />
  );
  const { width, height } = layoutOf(board.type);
  const hasStory = layout === "screen";

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for what the buttons do
    <div
      className="game-view"
      data-layout={layout}
      data-size={size}
      data-board={board.type}
      data-players={players.length}
      ref={root}
      onKeyDown={(event) => handleCountKey(event, input.onButton)}
      onPointerDownCapture={(event) => {
        means.current = event.pointerType === "touch" ? "touch" : "mouse";
      }}
    >
      {hasStory && size === "wide" && (
        <div className="story-column">
          {log.content}
          {props.chat}
        </div>
      )}
      {size === "narrow" && <SeatPanels {...panels} shown={others} form="strip" />}
      <section
        className="game-view-board"
        data-controls={props.controls !== undefined}
        aria-label={messages.play.board}
      >
        <div className="board-cell">
          <div
            className="board-area"
            data-many-targets={hasManyTargets(view, input.marks)}
            style={{ "--board-aspect": width / height } as React.CSSProperties}
          >
            <Board
              state={replay.shown?.state ?? view.state}
              move={replay.shown ? replay.shown.move : (newStep?.move ?? null)}
              trail={replay.shown ? null : trail}
              marks={marks}
              onCell={({ cell, via }) => {
                if (replay.shown) replay.stop();
                if (props.onCellClick?.(cell)) return;
                input.onCell(cell, via === "keyboard" ? "keyboard" : means.current);
              }}
              onHover={(cell) => input.setHover({ cell })}
              onNotation={input.onNotation}
              onCancel={input.onCancel}
              onAnimationEnd={replay.onAnimationEnd}
              counterOf={(seat) => root.current?.querySelector(`[data-counter="${seat}"]`) ?? null}
              {...boardSettings}
            />
          </div>
        </div>
        {props.controls}
      </section>
      {size === "narrow" && <SeatPanels {...panels} shown={[own]} form="strip" />}
      <div className="game-view-side">
        {size !== "narrow" && (
          <div className="side-top">
            {size === "medium" && hasStory ? (
              <Tabs
                label={messages.play.sideTabs}
                tabs={sideTabs(
                  <>
                    <SeatPanels {...panels} shown={[...others, own]} form="compact" />
                    {props.aside}
                  </>,
                  log,
                  props.chat,
                )}
              />
            ) : (
              <>
                <SeatPanels
                  {...panels}
                  shown={[...others, own]}
                  form={compact ? "compact" : "full"}
                />
                {props.aside}
              </>
            )}
          </div>
        )}
        {slot}
        {size === "narrow" && hasStory && <LastTurnRow {...story} />}
        {size !== "narrow" && (
          <div className="game-actions">
            {(props.actions ?? []).map((action) => (
              <ActionButton key={action.id} action={action} />
            ))}
            <BoardTools />
          </div>
        )}
        {size === "narrow" && layout === "inset" && props.aside}
      </div>
      {size === "narrow" && hasStory && (
        <Suspense fallback={null}>
          <PhoneBar
            actions={props.actions ?? []}
            open={sheet}
            onOpen={setSheet}
            log={log}
            chat={props.chat}
            more={props.aside}
          />
        </Suspense>
      )}
      {result && !resultClosed && (
        <div className="result-card">
          <button
            type="button"
            className="close-button"
            aria-label={messages.play.closeResult}
            onClick={() => setResultClosed(true)}
          >
            ×
          </button>
          {result}
        </div>
      )}
      <PresenceAnnouncer seats={seats} />
    </div>
  );
}

const NO_NOTICES: readonly never[] = [];

function ActionButton({ action }: { action: GameAction }) {
  const { label, title, disabled, busy, onClick } = action;
  return (
    <Button title={title} disabled={disabled} busy={busy} onClick={onClick}>
      {label}
    </Button>
  );
}

function sideTabs(
  players: React.ReactNode,
  log: { label: string; content: React.ReactNode },
  chat: React.ReactNode | undefined,
): Tab[] {
  return [
    { id: "players", label: messages.play.players, content: players },
    { id: "story", ...log },
    ...(chat ? [{ id: "chat", label: messages.play.chat, content: chat }] : []),
  ];
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
