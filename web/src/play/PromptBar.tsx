// The current prompt with its buttons; otherwise whose turn it is or who has won.

import { Button } from "../components/Button";
import type { PositionView } from "../engine/engine";
import { messages } from "../messages";
import type { Seat } from "../rules/wire";
import type { ButtonChoice } from "./prompt";
import { SeatIcon } from "./SeatIcon";
import type { SeatInfo } from "./types";
import type { MoveInput } from "./useMoveBuilder";

interface PromptBarProps {
  view: PositionView;
  input: MoveInput;
  seats: readonly SeatInfo[];
  pending: boolean;
  waitingText?: string;
}

export function PromptBar({ view, input, seats, pending, waitingText }: PromptBarProps) {
  const prompt = input.builder?.prompt ?? null;
  const { state } = view;
  const seat = state.winner ?? state.currentPlayer;
  const text = prompt
    ? messages.play.prompt({ player: messages.terms.seat({ seat }), prompt: prompt.text })
    : statusText(view, seats, pending, waitingText);
  const counts = prompt?.buttons.filter((each) => each.style === "count") ?? [];
  const buttons = prompt?.buttons.filter((each) => each.style !== "count") ?? [];
  return (
    <div className="prompt-bar" data-seat={seat}>
      <SeatIcon seat={seat} />
      <p className="prompt" role="status">
        {text}
      </p>
      {counts.length > 0 && <RingCounts counts={counts} input={input} />}
      {buttons.map((each) => (
        <Button
          key={each.id}
          kind={each.style === "lead" ? "primary" : "plain"}
          onClick={() => input.onButton(each.id)}
          onPointerEnter={() => input.setHover({ button: each.id })}
          onPointerLeave={() => input.setHover({})}
          onFocus={() => input.setHover({ button: each.id })}
          onBlur={() => input.setHover({})}
        >
          {each.label}
        </Button>
      ))}
      {prompt?.previous && (
        <Button kind="quiet" onClick={input.onCancel}>
          {messages.play.back}
        </Button>
      )}
    </div>
  );
}

function RingCounts({ counts, input }: { counts: readonly ButtonChoice[]; input: MoveInput }) {
  return (
    <fieldset className="ring-count">
      <legend>{messages.play.countLabel}</legend>
      {counts.map((each) => (
        <button
          key={each.id}
          type="button"
          aria-pressed={each.pressed}
          aria-label={messages.play.rings({ count: Number(each.label) })}
          onClick={() => input.onButton(each.id)}
        >
          {each.label}
        </button>
      ))}
    </fieldset>
  );
}

function statusText(
  view: PositionView,
  seats: readonly SeatInfo[],
  pending: boolean,
  waitingText?: string,
): string {
  const { winner, victoryReason, currentPlayer } = view.state;
  if (winner !== null) {
    const how = messages.play.wonBy({ reason: victoryReason ?? "" });
    return `${messages.play.wins({ player: seatName(seats, winner) })} ${how}`.trim();
  }
  return (
    waitingText ??
    (pending
      ? messages.play.sent
      : messages.play.waitingFor({ player: seatName(seats, currentPlayer) }))
  );
}

/** Returns `Ann (Blue)`, or the colour alone when the player has no other name. */
export function seatName(seats: readonly SeatInfo[], seat: Seat): string {
  const colour = messages.terms.seat({ seat });
  const name = seats.find((each) => each.seat === seat)?.name ?? "";
  return name === "" || name === colour ? colour : `${name} (${colour})`;
}
