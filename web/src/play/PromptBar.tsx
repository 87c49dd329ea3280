// What is asked, with the buttons that answer it; else whose turn it is or who has won.

import { Button } from "../components/Button";
import type { PositionView } from "../engine/engine";
import type { Seat } from "../rules/wire";
import { words } from "../strings";
import { prompt } from "./moveBuilder";
import type { ButtonChoice } from "./prompt";
import { SeatIcon } from "./SeatIcon";
import type { SeatInfo } from "./types";
import type { MoveInput } from "./useMoveBuilder";

interface PromptBarProps {
  view: PositionView;
  choice: MoveInput;
  seats: readonly SeatInfo[];
  pending: boolean;
  waiting?: string;
}

export function PromptBar({ view, choice, seats, pending, waiting }: PromptBarProps) {
  const asked = choice.choosing && prompt(choice.choosing);
  const { state } = view;
  const seat = state.winner ?? state.currentPlayer;
  const text = asked
    ? words.play.asks(words.play.seat(seat), asked.text)
    : waitingText(view, seats, pending, waiting);
  const counts = asked?.options.filter((each) => each.look === "count") ?? [];
  const buttons = asked?.options.filter((each) => each.look !== "count") ?? [];
  return (
    <div className="prompt-bar" data-seat={seat}>
      <SeatIcon seat={seat} />
      <p className="prompt" role="status">
        {text}
      </p>
      {counts.length > 0 && <Counts counts={counts} choice={choice} />}
      {buttons.map((each) => (
        <Button
          key={each.id}
          kind={each.look === "lead" ? "primary" : "plain"}
          onClick={() => choice.onOption(each.id)}
          onPointerEnter={() => choice.point({ pressButton: each.id })}
          onPointerLeave={() => choice.point({})}
          onFocus={() => choice.point({ pressButton: each.id })}
          onBlur={() => choice.point({})}
        >
          {each.label}
        </Button>
      ))}
      {asked?.canGoBack && (
        <Button kind="quiet" onClick={choice.onCancel}>
          {words.play.back}
        </Button>
      )}
    </div>
  );
}

function Counts({ counts, choice }: { counts: readonly ButtonChoice[]; choice: MoveInput }) {
  return (
    <fieldset className="ring-count">
      <legend>{words.play.countLabel}</legend>
      {counts.map((each) => (
        <button
          key={each.id}
          type="button"
          aria-pressed={each.pressed}
          aria-label={words.play.count(Number(each.label))}
          onClick={() => choice.onOption(each.id)}
        >
          {each.label}
        </button>
      ))}
    </fieldset>
  );
}

function waitingText(
  view: PositionView,
  seats: readonly SeatInfo[],
  pending: boolean,
  waiting?: string,
): string {
  const { winner, victoryReason, currentPlayer } = view.state;
  if (winner !== null) {
    const how = words.play.won(victoryReason ?? "");
    return `${words.play.wins(faceName(seats, winner))} ${how}`.trim();
  }
  return waiting ?? (pending ? words.play.sent : words.play.waits(faceName(seats, currentPlayer)));
}

/** The colour, and who plays it where that is somebody else's name. */
export function faceName(seats: readonly SeatInfo[], seat: Seat): string {
  const colour = words.play.seat(seat);
  const name = seats.find((each) => each.seat === seat)?.name ?? "";
  return name === "" || name === colour ? colour : `${name} (${colour})`;
}
