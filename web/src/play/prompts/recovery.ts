// Recovery [R110-R115]: a marker, where it slides, how its line is settled and which buried ring pays.

import type { PositionView } from "../../engine/engine";
import { messages } from "../../messages";
import type { Key, Move } from "../../rules/wire";
import { cellName, keyOf } from "../cells";
import {
  type ButtonChoice,
  type CellChoice,
  firstOf,
  groupBy,
  type Prompt,
  type PromptResult,
  toMove,
  toPrompt,
} from "../prompt";
import { type LineChoice, lineChoicePrompt, lineKey } from "./lines";

type Slide = Extract<Move, { type: "recovery_slide" }>;

export function recoveryPrompt(view: PositionView, moves: readonly Move[]): Prompt {
  const slides = moves.filter((move): move is Slide => move.type === "recovery_slide");
  const skip = moves.find((move) => move.type === "skip_recovery");
  const options: ButtonChoice[] = skip
    ? [{ id: "skip", label: messages.play.noRecovery, style: "pass", choose: toMove(skip) }]
    : [];
  return markerPrompt(view, slides, options);
}

function markerPrompt(
  view: PositionView,
  slides: readonly Slide[],
  buttons: readonly ButtonChoice[],
): Prompt {
  const cells = new Map<Key, CellChoice>();
  for (const [from, own] of groupBy(slides, (slide) => keyOf(slide.from)))
    cells.set(from, {
      mark: "stack",
      choose: toPrompt(() => slidePrompt(view, own, slides, buttons)),
    });
  return {
    text: messages.play.chooseSlide,
    selected: null,
    cells,
    buttons,
    glows: [],
    explainClick: () => ({ advice: messages.play.clickMarker, rule: "R111" }),
  };
}

function slidePrompt(
  view: PositionView,
  own: readonly Slide[],
  slides: readonly Slide[],
  buttons: readonly ButtonChoice[],
): Prompt {
  const from = keyOf(firstOf(own).from);
  const root = () => markerPrompt(view, slides, buttons);
  const here = () => slidePrompt(view, own, slides, buttons);
  const cells = new Map<Key, CellChoice>();
  for (const [other, theirs] of groupBy(slides, (slide) => keyOf(slide.from)))
    cells.set(other, {
      mark: "quiet",
      choose: toPrompt(other === from ? root : () => slidePrompt(view, theirs, slides, buttons)),
    });
  for (const [to, ways] of groupBy(own, (slide) => keyOf(slide.to)))
    cells.set(to, {
      mark: firstOf(ways).recoveryMode === "stack_strike" ? "stack" : "target",
      glow: firstOf(ways).line
        ? { cells: firstOf(ways).line?.map(keyOf) ?? [], seat: firstOf(ways).player }
        : undefined,
      choose: chooseSlide(view, ways, here),
    });
  return {
    text: messages.play.slideTo({ cell: cellName(view.state.board.type, from) }),
    selected: from,
    cells,
    buttons,
    glows: [],
    previous: root,
    explainClick: () => ({ advice: messages.play.noSlideThere, rule: "R112" }),
  };
}

/** How a slide is settled; straight to the move where there is no choice. */
function chooseSlide(
  view: PositionView,
  ways: readonly Slide[],
  back: () => Prompt,
): () => PromptResult {
  if (ways.length === 1) return toMove(firstOf(ways));
  if (firstOf(ways).recoveryMode !== "line") return toPrompt(() => extractionPrompt(ways, back));
  const lines = [...groupBy(ways, (slide) => lineKey(slide.line ?? [])).values()].map((own) =>
    toLineChoice(own, back),
  );
  const only = lines.length === 1 ? firstOf(lines) : null;
  if (only?.collapseAll && only.segments.length === 0) return only.collapseAll;
  return toPrompt(() => lineChoicePrompt(view, lines, back));
}

function toLineChoice(ways: readonly Slide[], back: () => Prompt): LineChoice {
  const paid = ways.filter((slide) => slide.recoveryOption === 1);
  return {
    cells: firstOf(ways).line?.map(keyOf) ?? [],
    cost: messages.play.costBuried,
    collapseAll:
      paid.length === 0
        ? null
        : paid.length === 1
          ? toMove(firstOf(paid))
          : toPrompt(() => extractionPrompt(paid, back)),
    segments: ways
      .filter((slide) => slide.recoveryOption === 2)
      .map((slide) => ({ cells: slide.collapse?.map(keyOf) ?? [], next: toMove(slide) })),
  };
}

function extractionPrompt(ways: readonly Slide[], previous: () => Prompt): Prompt {
  const cells = new Map<Key, CellChoice>();
  for (const slide of ways) {
    if (!slide.extractionStack) continue;
    const cell = keyOf(slide.extractionStack);
    const glow = { cells: [cell], seat: slide.player, text: messages.play.pays({ rings: 1 }) };
    cells.set(cell, { mark: "stack", glow, choose: toMove(slide) });
  }
  return {
    text: messages.play.extract,
    selected: keyOf(firstOf(ways).to),
    cells,
    buttons: [],
    glows: [{ cells: [...cells.keys()] }],
    previous,
    explainClick: () => ({ advice: messages.play.payRecovery, rule: "R113" }),
  };
}
