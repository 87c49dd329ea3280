// The story of the game beside the board: the last turn step by step, older turns in a sentence.

import { lazy, memo, Suspense, useMemo } from "react";
import { useSettings } from "../../browser/settings";
import type { PositionView, Step } from "../../engine/engine";
import { messages } from "../../messages";
import type { Key, Seat } from "../../rules/wire";
import { SeatEmblem } from "../SeatIcon";
import type { GameNotice } from "../types";
import { StoryFormToggle } from "./StoryFormToggle";
import { StoryIconPicture } from "./StoryIconPicture";
import { StoryText } from "./StoryText";
import { type TurnEvents, turnsOf, viewerSeatsBefore } from "./turns";
import { describeSteps, type Readers, summariseTurn } from "./words";

const MoveLog = lazy(async () => ({ default: (await import("../MoveLog")).MoveLog }));

export interface StoryProps {
  start: PositionView | null;
  steps: Step[];
  at: number;
  viewer: readonly Seat[];
  notices: readonly GameNotice[];
  onPoint(cells: Key[]): void;
  /** Plays the last turn again on the board. */
  onReplay?(): void;
  onJump?(steps: number): void;
}

export const StoryPanel = memo(function Story(props: StoryProps) {
  const { story } = useSettings();
  return (
    <section className="story" aria-label={messages.story.title}>
      <div className="story-header">
        <h2>{messages.story.title}</h2>
        <StoryFormToggle className="segmented" />
      </div>
      {story === "words" ? (
        <StoryInWords {...props} />
      ) : (
        <Suspense fallback={null}>
          <MoveLog steps={props.steps} at={props.at} onJump={props.onJump} />
        </Suspense>
      )}
    </section>
  );
});

/** The turns with something to tell, the last one first. */
export function useStoryTurns({ start, steps, at }: Pick<StoryProps, "start" | "steps" | "at">) {
  return useMemo(
    () =>
      turnsOf(start, steps, at)
        .filter(({ effects }) => effects.length > 0)
        .reverse(),
    [start, steps, at],
  );
}

export function readersOf(
  { steps, viewer }: Pick<StoryProps, "steps" | "viewer">,
  turn: TurnEvents,
): Readers {
  return {
    board: turn.after.board.type,
    viewer: viewerSeatsBefore(viewer, steps, turn.from),
  };
}

function StoryInWords(props: StoryProps) {
  const { at, steps, notices, onPoint, onJump } = props;
  const turns = useStoryTurns(props);
  const last = turns.find(({ complete }) => complete);
  if (turns.length === 0 && notices.length === 0)
    return <p className="quiet story-empty">{messages.story.empty}</p>;
  const entries = [
    ...turns.map((turn) => ({ at: turn.to, turn, text: "" })),
    ...notices.map(({ after, text }) => ({ at: after + 0.5, turn: null, text })),
  ].sort((one, other) => other.at - one.at);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll
    <ol className="story-turns plain" tabIndex={0} aria-label={messages.story.title}>
      {at < steps.length && onJump && (
        <li className="story-later">
          <button type="button" onClick={() => onJump(steps.length)}>
            {messages.play.toNow}
          </button>
        </li>
      )}
      {entries.map(({ turn, text }) =>
        turn === null ? (
          <li key={text} className="story-notice">
            {text}
          </li>
        ) : (
          <li
            key={turn.from}
            data-seat={turn.seat}
            data-open={turn === last}
            aria-current={turn === last ? "step" : undefined}
          >
            {turn === last || !turn.complete ? (
              <OpenTurn
                turn={turn}
                {...props}
                onReplay={turn === last ? props.onReplay : undefined}
              />
            ) : (
              <>
                <TurnNumber turn={turn} onJump={onJump} />
                <p>
                  <StoryText text={summariseTurn(turn, readersOf(props, turn))} onPoint={onPoint} />
                </p>
              </>
            )}
          </li>
        ),
      )}
    </ol>
  );
}

function TurnNumber({ turn, onJump }: { turn: TurnEvents; onJump?: StoryProps["onJump"] }) {
  if (!onJump) return <span className="story-number">{turn.number}</span>;
  return (
    <button
      type="button"
      className="story-number"
      aria-label={messages.story.goToTurn({ turn: turn.number })}
      onClick={() => onJump(turn.to)}
    >
      {turn.number}
    </button>
  );
}

/** One line per event. A turn in progress has no number yet. */
function OpenTurn({ turn, ...props }: { turn: TurnEvents } & StoryProps) {
  const readers = readersOf(props, turn);
  const name = readers.viewer.includes(turn.seat)
    ? messages.story.you
    : messages.terms.seat({ seat: turn.seat });
  return (
    <article className="open-turn">
      <header>
        <SeatEmblem seat={turn.seat} />
        <h3>
          {turn.complete
            ? messages.story.turn({ name, turn: turn.number })
            : messages.story.soFar({ name })}
        </h3>
        {props.onReplay && (
          <button
            type="button"
            className="story-replay"
            aria-label={messages.story.replayLabel}
            onClick={props.onReplay}
          >
            ▶ {messages.story.replay}
          </button>
        )}
      </header>
      <ul className="plain">
        {describeSteps(turn, readers).map(({ icon, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the events of a turn keep their order
          <li key={index}>
            <StoryIconPicture icon={icon} />
            <p>
              <StoryText text={text} onPoint={props.onPoint} />
            </p>
          </li>
        ))}
      </ul>
    </article>
  );
}

/** The last turn in one row, for narrow screens. */
export function LastTurnRow(props: StoryProps) {
  const turns = useStoryTurns(props);
  const last = turns.find(({ complete }) => complete);
  return (
    <div className="last-turn" data-seat={last?.seat}>
      {!last && <p className="quiet">{messages.story.empty}</p>}
      {last && (
        <>
          <SeatEmblem seat={last.seat} />
          <p>
            <StoryText text={summariseTurn(last, readersOf(props, last))} onPoint={props.onPoint} />
          </p>
          {props.onReplay && (
            <button
              type="button"
              className="story-replay"
              aria-label={messages.story.replayLabel}
              onClick={props.onReplay}
            >
              ▶
            </button>
          )}
        </>
      )}
    </div>
  );
}
