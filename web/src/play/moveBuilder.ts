// Builds a move from the legal moves and the player's clicks, one prompt after the other. Pure.

import type { Marks } from "../board/types";
import type { PositionView } from "../engine/engine";
import { messages } from "../messages";
import type { Key, Move } from "../rules/wire";
import { keyFromName, positionFromKey } from "./cells";
import {
  type CellChoice,
  describeGain,
  type Glow,
  type IllegalAttempt,
  type Prompt,
  type PromptResult,
} from "./prompt";
import { lineProcessingPrompt } from "./prompts/lines";
import { movementPrompt } from "./prompts/movement";
import { paymentPrompt } from "./prompts/payment";
import { placementPrompt } from "./prompts/placement";
import { recoveryPrompt } from "./prompts/recovery";
import { territoryPrompt } from "./prompts/regions";

/** The cell or button under the pointer. */
export interface Hover {
  cell?: Key | null;
  button?: string | null;
}

export interface MoveBuilder {
  view: PositionView;
  prompt: Prompt;
}

/** What a click led to. */
export type BuildResult =
  | { kind: "move"; move: Move; select?: Key }
  | { kind: "prompt"; builder: MoveBuilder }
  | { kind: "refused"; attempt: IllegalAttempt }
  | { kind: "nothing" };

/**
 * Returns the builder at its first prompt, with `selected` already chosen where it can be; null when
 * there is nothing to choose.
 */
export function startMoveBuilder(
  view: PositionView,
  selected: Key | null = null,
): MoveBuilder | null {
  const { decision } = view;
  if (!decision?.interactive) return null;
  const prompt = promptFor(view, decision.moves);
  const choice = selected === null ? undefined : prompt.cells.get(selected);
  const result = choice?.mark === "actor" ? choice.choose() : null;
  return { view, prompt: result && "prompt" in result ? result.prompt : prompt };
}

/** Returns the move that the hovered cell or button would complete. */
export function hoveredMove({ prompt }: MoveBuilder, { cell, button }: Hover): Move | null {
  const choice = button
    ? prompt.buttons.find((each) => each.id === button)
    : cell
      ? prompt.cells.get(cell)
      : undefined;
  if (!choice || ("style" in choice && choice.style === "count")) return null;
  const result = choice.choose();
  return "move" in result ? result.move : null;
}

function promptFor(view: PositionView, moves: readonly Move[]): Prompt {
  const { turn, currentPhase } = view.state;
  if (turn.pendingElimination !== null || currentPhase === "forced_elimination")
    return paymentPrompt(view, moves);
  switch (currentPhase) {
    case "ring_placement":
      return placementPrompt(view, moves);
    case "line_processing":
      return lineProcessingPrompt(view, moves);
    case "territory_processing":
      return territoryPrompt(view, moves);
    default:
      return moves.some((move) => move.type === "recovery_slide" || move.type === "skip_recovery")
        ? recoveryPrompt(view, moves)
        : movementPrompt(view, moves);
  }
}

export function clickCell(builder: MoveBuilder, cell: Key): BuildResult {
  const choice = builder.prompt.cells.get(cell);
  if (choice) return applyPromptResult(builder, choice.choose());
  const attempt = builder.prompt.explainClick(cell);
  return attempt ? { kind: "refused", attempt } : { kind: "nothing" };
}

export function pressButton(builder: MoveBuilder, id: string): BuildResult {
  const parts = builder.prompt.buttons.find((each) => each.id === id);
  return parts ? applyPromptResult(builder, parts.choose()) : { kind: "nothing" };
}

/** Returns to the previous prompt, or to the first one. */
export function stepBack(builder: MoveBuilder): MoveBuilder {
  const { previous } = builder.prompt;
  return previous
    ? { ...builder, prompt: previous() }
    : (startMoveBuilder(builder.view) ?? builder);
}

function applyPromptResult(builder: MoveBuilder, result: PromptResult): BuildResult {
  return "move" in result
    ? { kind: "move", ...result }
    : { kind: "prompt", builder: { ...builder, prompt: result.prompt } };
}

/** Returns what the board highlights for the prompt. */
export function boardMarks(builder: MoveBuilder, hover: Hover = {}): Marks {
  const { cells, selected, glows } = builder.prompt;
  const cellsMarked = (mark: CellChoice["mark"]) =>
    [...cells].filter(([, choice]) => choice.mark === mark).map(([cell]) => cell);
  const glow = hoveredGlow(builder.prompt, hover);
  const lit = glow ? [glow] : glows;
  return {
    actors: cellsMarked("actor"),
    targets: cellsMarked("target"),
    captures: cellsMarked("capture"),
    landings: cellsMarked("landing"),
    chosen: selected,
    payments: [...cells].flatMap(([cell, { rings }]) => (rings ? [{ cell, rings }] : [])),
    lines: lit
      .filter(({ shape }) => shape === "line")
      .map((each) => ({ ...areaMark(each), selected: each === glow })),
    regions: lit
      .filter(({ seat, shape }) => seat && shape !== "line")
      .map((each) => ({
        ...areaMark(each),
        seat: each.seat ?? builder.view.state.currentPlayer,
        selected: each === glow,
      })),
    highlights: lit.filter(({ seat }) => !seat).flatMap((each) => each.cells),
    tags: landingTags(builder),
    notes: cellNotes(builder.prompt),
  };
}

/** Landing on a marker costs the top ring [R092]. */
function landingTags({ view, prompt }: MoveBuilder): Record<Key, string> {
  const { markers } = view.state.board;
  const tagged = [...prompt.cells].filter(
    ([cell, { mark }]) =>
      prompt.selected !== null && (mark === "target" || mark === "landing") && markers[cell],
  );
  return Object.fromEntries(tagged.map(([cell]) => [cell, messages.play.costTag]));
}

function areaMark({ cells, text, cost }: Glow): { cells: Key[]; label?: string; cost?: string } {
  return { cells, ...(text === undefined ? {} : { label: text }), ...(cost ? { cost } : {}) };
}

function cellNotes({ cells }: Prompt): Record<Key, string> {
  const notes = [...cells].flatMap(([cell, { glow }]) =>
    glow?.text ? [[cell, describeGain(glow)]] : [],
  );
  return Object.fromEntries(notes);
}

function hoveredGlow({ cells, buttons }: Prompt, { cell, button: id }: Hover): Glow | undefined {
  if (id) return buttons.find((each) => each.id === id)?.glow;
  return cell ? cells.get(cell)?.glow : undefined;
}

/** Finds the legal move with this notation. */
export function findTypedMove(view: PositionView, text: string): Move | null {
  const { decision } = view;
  if (!decision?.interactive) return null;
  const wanted = text.trim().toLowerCase().replaceAll("–", "-").replaceAll("×", "x");
  const index = decision.notation.findIndex((notation) => notation.toLowerCase() === wanted);
  return decision.moves[index] ?? null;
}

/** Reads a notation that names no legal move as a move, so that it can be explained. */
export function interpretIllegalNotation({ state }: PositionView, text: string): IllegalAttempt {
  const advice = { advice: messages.play.noSuchMove({ text }), rule: null };
  const found =
    /^(?:@(?<on>[a-z]\d+)(?:x(?<count>\d))?|>?(?<from>[a-z]\d+)(?:x(?<over>[a-z]\d+))?-(?<to>[a-z]\d+))$/.exec(
      text.trim().toLowerCase(),
    )?.groups;
  if (!found) return advice;
  const cell = (name?: string) => (name === undefined ? null : keyFromName(state.board.type, name));
  const [on, from, over, to] = [found.on, found.from, found.over, found.to].map(cell);
  const player = state.currentPlayer;
  if (on)
    return {
      move: {
        type: "place_ring",
        player,
        to: positionFromKey(on),
        placementCount: Number(found.count ?? 1),
      },
    };
  if (!from || !to) return advice;
  const path = { player, from: positionFromKey(from), to: positionFromKey(to) };
  if (!found.over) return { move: { type: "move_stack", ...path } };
  if (!over) return advice;
  const chain = state.currentPhase === "chain_capture";
  const type = chain ? "continue_capture_segment" : "overtaking_capture";
  return { move: { type, ...path, captureTarget: positionFromKey(over) } };
}
