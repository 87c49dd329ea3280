// From an offer and clicks to a move, one question after the other; pure, so that every decision can be told as a test.

import type { Glow, Marks } from "../board/types";
import type { Sight } from "../engine/engine";
import type { Key, Move } from "../rules/wire";
import { words } from "../strings";
import type { Asking, Attempt, Next, Option } from "./asking";
import { askLines } from "./asks/lines";
import { askMovement } from "./asks/movement";
import { askPayment } from "./asks/payment";
import { askPlacement } from "./asks/placement";
import { askRecovery } from "./asks/recovery";
import { askRegions } from "./asks/regions";
import { keyNamed, positionOf } from "./cells";

/** What is pointed at: a cell, or a button. */
export interface Pointed {
  cell?: Key | null;
  option?: string | null;
}

export interface Choosing {
  sight: Sight;
  asking: Asking;
}

/** What an answer led to. */
export type Outcome =
  | { kind: "move"; move: Move }
  | { kind: "asked"; choosing: Choosing }
  | { kind: "refused"; attempt: Attempt }
  | { kind: "nothing" };

/** The first question of a state; null where there is nothing to choose. */
export function begin(sight: Sight): Choosing | null {
  const { offer } = sight;
  return offer?.interactive ? { sight, asking: question(sight, offer.moves) } : null;
}

function question(sight: Sight, moves: readonly Move[]): Asking {
  const { turn, currentPhase } = sight.state;
  if (turn.pendingElimination !== null || currentPhase === "forced_elimination")
    return askPayment(sight, moves);
  switch (currentPhase) {
    case "ring_placement":
      return askPlacement(sight, moves);
    case "line_processing":
      return askLines(sight, moves);
    case "territory_processing":
      return askRegions(sight, moves);
    default:
      return moves.some((move) => move.type === "recovery_slide" || move.type === "skip_recovery")
        ? askRecovery(sight, moves)
        : askMovement(sight, moves);
  }
}

/** A cell was chosen. */
export function click(choosing: Choosing, cell: Key): Outcome {
  const answer = choosing.asking.answers.get(cell);
  if (answer) return outcome(choosing, answer.next());
  const attempt = choosing.asking.attempt(cell);
  return attempt ? { kind: "refused", attempt } : { kind: "nothing" };
}

/** A button was chosen. */
export function option(choosing: Choosing, id: string): Outcome {
  const found = choosing.asking.options.find((each) => each.id === id);
  return found ? outcome(choosing, found.next()) : { kind: "nothing" };
}

/** Back by one question, or to where it began. */
export function cancel(choosing: Choosing): Choosing {
  const { back } = choosing.asking;
  return back ? { ...choosing, asking: back() } : (begin(choosing.sight) ?? choosing);
}

function outcome(choosing: Choosing, next: Next): Outcome {
  return "move" in next
    ? { kind: "move", move: next.move }
    : { kind: "asked", choosing: { ...choosing, asking: next.asking } };
}

/** What the board shows of the question. */
export function marks(choosing: Choosing, pointed: Pointed = {}): Marks {
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

function notesOf({ answers }: Asking): Record<Key, string> {
  const told = [...answers].flatMap(([cell, { glow }]) => (glow?.text ? [[cell, glow.text]] : []));
  return Object.fromEntries(told);
}

function glowOf({ answers, options }: Asking, { cell, option: id }: Pointed): Glow | undefined {
  if (id) return options.find((each) => each.id === id)?.glow;
  return cell ? answers.get(cell)?.glow : undefined;
}

/** What is asked, in words, and the buttons that answer it. */
export function prompt(choosing: Choosing): {
  text: string;
  options: readonly Option[];
  canGoBack: boolean;
} {
  const { prompt: text, options, back } = choosing.asking;
  return { text, options, canGoBack: back !== undefined };
}

/** The move of a typed notation. */
export function typed(sight: Sight, text: string): Move | null {
  const { offer } = sight;
  if (!offer?.interactive) return null;
  const wanted = text.trim().toLowerCase().replaceAll("–", "-").replaceAll("×", "x");
  const index = offer.notation.findIndex((notation) => notation.toLowerCase() === wanted);
  return offer.moves[index] ?? null;
}

/** What was meant by a notation that names no move on offer; the reason against it can then be told. */
export function notOnOffer({ state }: Sight, text: string): Attempt {
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
