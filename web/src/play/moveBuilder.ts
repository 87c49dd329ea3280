// From an offer and clicks to a move, one question after the other; pure, so that every decision can be told as a test.

import type { Glow, Marks } from "../board/types";
import type { PositionView } from "../engine/engine";
import type { Key, Move } from "../rules/wire";
import { words } from "../strings";
import { keyNamed, positionOf } from "./cells";
import type { ButtonChoice, IllegalAttempt, Next, Prompt } from "./prompt";
import { askLines } from "./prompts/lines";
import { askMovement } from "./prompts/movement";
import { askPayment } from "./prompts/payment";
import { askPlacement } from "./prompts/placement";
import { askRecovery } from "./prompts/recovery";
import { askRegions } from "./prompts/regions";

/** What is pointed at: a cell, or a button. */
export interface Hover {
  cell?: Key | null;
  pressButton?: string | null;
}

export interface MoveBuilder {
  view: PositionView;
  asking: Prompt;
}

/** What an answer led to. */
export type BuildResult =
  | { kind: "move"; move: Move }
  | { kind: "asked"; choosing: MoveBuilder }
  | { kind: "refused"; attempt: IllegalAttempt }
  | { kind: "nothing" };

/** The first question of a state; null where there is nothing to choose. */
export function startMove(view: PositionView): MoveBuilder | null {
  const { offer } = view;
  return offer?.interactive ? { view, asking: question(view, offer.moves) } : null;
}

function question(view: PositionView, moves: readonly Move[]): Prompt {
  const { turn, currentPhase } = view.state;
  if (turn.pendingElimination !== null || currentPhase === "forced_elimination")
    return askPayment(view, moves);
  switch (currentPhase) {
    case "ring_placement":
      return askPlacement(view, moves);
    case "line_processing":
      return askLines(view, moves);
    case "territory_processing":
      return askRegions(view, moves);
    default:
      return moves.some((move) => move.type === "recovery_slide" || move.type === "skip_recovery")
        ? askRecovery(view, moves)
        : askMovement(view, moves);
  }
}

/** A cell was chosen. */
export function clickCell(choosing: MoveBuilder, cell: Key): BuildResult {
  const answer = choosing.asking.answers.get(cell);
  if (answer) return outcome(choosing, answer.next());
  const attempt = choosing.asking.attempt(cell);
  return attempt ? { kind: "refused", attempt } : { kind: "nothing" };
}

/** A button was chosen. */
export function option(choosing: MoveBuilder, id: string): BuildResult {
  const found = choosing.asking.options.find((each) => each.id === id);
  return found ? outcome(choosing, found.next()) : { kind: "nothing" };
}

/** Back by one question, or to where it began. */
export function goBack(choosing: MoveBuilder): MoveBuilder {
  const { back } = choosing.asking;
  return back ? { ...choosing, asking: back() } : (startMove(choosing.view) ?? choosing);
}

function outcome(choosing: MoveBuilder, next: Next): BuildResult {
  return "move" in next
    ? { kind: "move", move: next.move }
    : { kind: "asked", choosing: { ...choosing, asking: next.asking } };
}

/** What the board shows of the question. */
export function boardMarks(choosing: MoveBuilder, pointed: Hover = {}): Marks {
  const { answers, chosen, glows } = choosing.asking;
  const looking = (look: string) =>
    [...answers].filter(([, answer]) => answer.look === look).map(([cell]) => cell);
  const pointedGlow = glowOf(choosing.asking, pointed);
  return {
    targets: looking("target"),
    stacks: looking("stack"),
    chosen,
    glows: pointedGlow ? [pointedGlow] : [...glows],
    notes: notesOf(choosing.asking),
  };
}

function notesOf({ answers }: Prompt): Record<Key, string> {
  const told = [...answers].flatMap(([cell, { glow }]) => (glow?.text ? [[cell, glow.text]] : []));
  return Object.fromEntries(told);
}

function glowOf({ answers, options }: Prompt, { cell, pressButton: id }: Hover): Glow | undefined {
  if (id) return options.find((each) => each.id === id)?.glow;
  return cell ? answers.get(cell)?.glow : undefined;
}

/** What is asked, in words, and the buttons that answer it. */
export function prompt(choosing: MoveBuilder): {
  text: string;
  options: readonly ButtonChoice[];
  canGoBack: boolean;
} {
  const { prompt: text, options, back } = choosing.asking;
  return { text, options, canGoBack: back !== undefined };
}

/** The move of a typed notation. */
export function findTypedMove(view: PositionView, text: string): Move | null {
  const { offer } = view;
  if (!offer?.interactive) return null;
  const wanted = text.trim().toLowerCase().replaceAll("–", "-").replaceAll("×", "x");
  const index = offer.notation.findIndex((notation) => notation.toLowerCase() === wanted);
  return offer.moves[index] ?? null;
}

/** What was meant by a notation that names no move on offer; the reason against it can then be told. */
export function interpretIllegalNotation({ state }: PositionView, text: string): IllegalAttempt {
  const advice = { advice: words.play.notation(text), rule: null };
  const found =
    /^(?:@(?<on>[a-z]\d+)(?:x(?<count>\d))?|>?(?<from>[a-z]\d+)(?:x(?<over>[a-z]\d+))?-(?<to>[a-z]\d+))$/.exec(
      text.trim().toLowerCase(),
    )?.groups;
  if (!found) return advice;
  const cell = (name?: string) => (name === undefined ? null : keyNamed(state.board.type, name));
  const [on, from, over, to] = [found.on, found.from, found.over, found.to].map(cell);
  const player = state.currentPlayer;
  if (on)
    return {
      move: {
        type: "place_ring",
        player,
        to: positionOf(on),
        placementCount: Number(found.count ?? 1),
      },
    };
  if (!from || !to) return advice;
  const way = { player, from: positionOf(from), to: positionOf(to) };
  if (!found.over) return { move: { type: "move_stack", ...way } };
  if (!over) return advice;
  const chain = state.currentPhase === "chain_capture";
  const type = chain ? "continue_capture_segment" : "overtaking_capture";
  return { move: { type, ...way, captureTarget: positionOf(over) } };
}
