// The slot beside the board: the steps of the turn, what to do now, what the pointed-at choice would
// do, and the buttons. Its height is fixed, so nothing moves when the prompt changes.

import { useState } from "react";
import { Button } from "../components/Button";
import type { PositionView } from "../engine/engine";
import { messages } from "../messages";
import type { Phase, Seat } from "../rules/wire";
import { cellName } from "./cells";
import type { ButtonChoice, Prompt } from "./prompt";
import { capitalise } from "./sentences";
import { StoryText } from "./story/StoryText";
import { plainText, type StoryText as Text } from "./story/storyText";
import type { SeatInfo } from "./types";
import type { MoveInput } from "./useMoveBuilder";

interface SlotProps {
  view: PositionView;
  input: MoveInput;
  seats: readonly SeatInfo[];
  /** Names the seat in the prompt: one person plays several seats. */
  nameSeat: boolean;
  pending: boolean;
  waitingText?: string;
  /** What the pointed-at or chosen target would do. */
  consequence: Text | null;
  remark?: string;
  /** Opens the result card again. */
  onResult?(): void;
}

const MAX_SHORT_CONSEQUENCE = 90;

const STEPS = ["place", "move", "capture", "lines", "territory"] as const;
type TurnStep = (typeof STEPS)[number];

const STEP_OF_PHASE: Partial<Record<Phase, TurnStep>> = {
  ring_placement: "place",
  movement: "move",
  capture: "capture",
  chain_capture: "capture",
  line_processing: "lines",
  territory_processing: "territory",
};

/** The rule that explains what can be done in a phase. */
const RULE_OF_PHASE: Partial<Record<Phase, string>> = {
  ring_placement: "R080",
  movement: "R091",
  capture: "R101",
  chain_capture: "R103",
  line_processing: "R120",
  territory_processing: "R140",
  forced_elimination: "R100",
};

export function Slot(props: SlotProps) {
  const { view, input, remark } = props;
  const [listing, setListing] = useState<object | null>(null);
  const { state } = view;
  const prompt = input.builder?.prompt ?? null;
  const seat = state.winner ?? state.currentPlayer;
  const listed = prompt !== null && listing === prompt;
  return (
    <section className="slot" data-seat={seat} data-active={prompt !== null}>
      <StepBar phase={state.gameStatus === "active" ? state.currentPhase : "game_over"} />
      <div className="slot-prompt">
        <p className="prompt" role="status">
          {promptText(props)}
        </p>
        <RuleLink phase={state.currentPhase} />
      </div>
      {listed ? (
        <ChoiceList view={view} input={input} />
      ) : (
        <div className="slot-text">
          {input.refusal ? (
            <Refusal {...input.refusal} onDismiss={input.dismiss} />
          ) : (
            <SlotText {...props} detail={prompt?.detail ?? ""} remark={remark} />
          )}
        </div>
      )}
      <div className="prompt-bar">
        <SlotButtons input={input} />
        {state.gameStatus === "completed" && props.onResult && (
          <Button kind="primary" onClick={props.onResult}>
            {messages.play.result}
          </Button>
        )}
        {prompt && !input.confirming && (listed || hasRoomForList(prompt)) && (
          <Button
            kind="quiet"
            className="list-choices"
            aria-expanded={listed}
            onClick={() => setListing(listed ? null : prompt)}
          >
            {listed ? messages.play.closeChoices : messages.play.listChoices}
          </Button>
        )}
      </div>
    </section>
  );
}

/** The slot has at most two buttons. */
function hasRoomForList({ buttons, previous }: Prompt): boolean {
  const counts = buttons.some((each) => each.style === "count") ? 1 : 0;
  const others = buttons.filter((each) => each.style !== "count").length;
  return counts + others + (previous ? 1 : 0) < 2;
}

function SlotText({
  consequence,
  detail,
  remark,
}: Pick<SlotProps, "consequence" | "remark"> & { detail: string }) {
  // A long consequence needs the whole slot.
  const room = !consequence || consequence.text.length <= MAX_SHORT_CONSEQUENCE;
  return (
    <>
      {remark ? (
        <p className="slot-remark" role="status">
          {remark}
        </p>
      ) : (
        room && <p className="slot-detail">{detail}</p>
      )}
      {consequence && (
        <p className="consequence" title={plainText(consequence)}>
          <StoryText text={consequence} onPoint={() => undefined} />
        </p>
      )}
    </>
  );
}

function StepBar({ phase }: { phase: Phase }) {
  const current = STEPS.indexOf(STEP_OF_PHASE[phase] ?? "place");
  const known = STEP_OF_PHASE[phase] !== undefined;
  return (
    <ol className="turn-steps plain" aria-label={messages.play.steps.label}>
      {STEPS.map((step, index) => (
        <li
          key={step}
          data-state={
            !known ? "open" : index < current ? "done" : index === current ? "now" : "open"
          }
          aria-current={known && index === current ? "step" : undefined}
        >
          {messages.play.steps[step]}
          {known && index < current && <span aria-hidden="true"> ✓</span>}
        </li>
      ))}
    </ol>
  );
}

function RuleLink({ phase }: { phase: Phase }) {
  const rule = RULE_OF_PHASE[phase];
  if (!rule) return null;
  return (
    <a
      className="rule-link"
      href={`/rulebook#${rule}`}
      target="_blank"
      rel="noopener"
      aria-label={messages.play.ruleNow({ rule })}
      title={messages.play.ruleNow({ rule })}
    >
      ?
    </a>
  );
}

function SlotButtons({ input }: { input: MoveInput }) {
  const { builder, confirming } = input;
  if (!builder) return null;
  if (confirming)
    return (
      <>
        <Button kind="primary" onClick={input.onConfirm}>
          {confirming.label}
        </Button>
        <Button onClick={input.onCancel}>{messages.play.back}</Button>
      </>
    );
  const { prompt } = builder;
  const counts = prompt.buttons.filter((each) => each.style === "count");
  return (
    <>
      {counts.length > 0 && <RingCounts counts={counts} input={input} />}
      {prompt.buttons
        .filter((each) => each.style !== "count")
        .map((each) => (
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
      {prompt.previous && (
        <Button className="back" onClick={input.onCancel} aria-keyshortcuts="Escape">
          {messages.play.back}
        </Button>
      )}
    </>
  );
}

function RingCounts({ counts, input }: { counts: readonly ButtonChoice[]; input: MoveInput }) {
  return (
    <fieldset className="ring-count segmented">
      <legend className="visually-hidden">{messages.play.countLabel}</legend>
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

/** The cells that answer the prompt, as buttons. */
function ChoiceList({ view, input }: Pick<SlotProps, "view" | "input">) {
  const board = view.state.board.type;
  const cells = [...(input.builder?.prompt.cells ?? [])].filter(
    ([, choice]) => choice.mark !== "quiet",
  );
  const named = cells
    .map(([cell, choice]) => ({ cell, name: cellName(board, cell), note: choice.glow?.text }))
    .sort((one, other) => one.name.localeCompare(other.name, undefined, { numeric: true }));
  return (
    <ul className="choice-list plain" aria-label={messages.play.choices}>
      {named.map(({ cell, name, note }) => (
        <li key={cell}>
          <button
            type="button"
            onClick={() => input.onCell(cell, "keyboard")}
            onPointerEnter={() => input.setHover({ cell })}
            onPointerLeave={() => input.setHover({})}
            onFocus={() => input.setHover({ cell })}
          >
            {note ? `${name}: ${note}` : name}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Why something cannot be done, with a link to the rule. */
function Refusal({
  text,
  rule,
  onDismiss,
}: {
  text: string;
  rule: string | null;
  onDismiss(): void;
}) {
  return (
    <div className="refusal" role="alert">
      <p>
        {text}{" "}
        {rule && (
          <a href={`/rulebook#${rule}`} target="_blank" rel="noopener">
            {messages.play.rule({ rule })}
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
  );
}

function promptText({ view, input, seats, nameSeat, pending, waitingText }: SlotProps): string {
  const { winner, victoryReason, currentPlayer } = view.state;
  const prompt = input.builder?.prompt;
  if (prompt)
    return nameSeat
      ? messages.play.prompt({
          player: messages.terms.seat({ seat: currentPlayer }),
          prompt: prompt.text,
        })
      : capitalise(prompt.text);
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
