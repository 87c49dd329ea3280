// Recovery [R110-R115]: the marker, its target, how its line is processed, which ring pays.

import type { PositionView } from "../../engine/engine";
import { messages } from "../../messages";
import type { Key, Move } from "../../rules/wire";
import { cellName, keyOf } from "../cells";
import {
  type ButtonChoice,
  type CellChoice,
  completeWith,
  continueWith,
  firstOf,
  groupBy,
  type Prompt,
  type PromptResult,
} from "../prompt";
import { type LineChoice, lineChoicePrompt, lineKey } from "./lines";

type Slide = Extract<Move, { type: "recovery_slide" }>;

export function recoveryPrompt(view: PositionView, moves: readonly Move[]): Prompt {
  const slides = moves.filter((move): move is Slide => move.type === "recovery_slide");
  const skip = moves.find((move) => move.type === "skip_recovery");
  const buttons: ButtonChoice[] = skip
    ? [{ id: "skip", label: messages.play.noRecovery, style: "pass", choose: completeWith(skip) }]
    : [];
  return markerPrompt(view, slides, buttons);
}

function markerPrompt(
  view: PositionView,
  slides: readonly Slide[],
  buttons: readonly ButtonChoice[],
): Prompt {
  const cells = new Map<Key, CellChoice>();
  for (const [from, own] of groupBy(slides, (slide) => keyOf(slide.from)))
    cells.set(from, {
      mark: "actor",
      choose: continueWith(() => slidePrompt(view, own, slides, buttons)),
    });
  return {
    text: messages.play.chooseSlide,
    detail: messages.play.detail.recovery,
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
  const firstPrompt = () => markerPrompt(view, slides, buttons);
  const thisPrompt = () => slidePrompt(view, own, slides, buttons);
  const cells = new Map<Key, CellChoice>();
  for (const [other, otherSlides] of groupBy(slides, (slide) => keyOf(slide.from)))
    cells.set(other, {
      mark: "quiet",
      choose: continueWith(
        other === from ? firstPrompt : () => slidePrompt(view, otherSlides, slides, buttons),
      ),
    });
  for (const [to, candidates] of groupBy(own, (slide) => keyOf(slide.to)))
    cells.set(to, {
      mark: firstOf(candidates).recoveryMode === "stack_strike" ? "capture" : "target",
      glow: firstOf(candidates).line
        ? {
            shape: "line",
            cells: firstOf(candidates).line?.map(keyOf) ?? [],
            seat: firstOf(candidates).player,
          }
        : undefined,
      choose: chooseSlide(view, candidates, thisPrompt),
    });
  return {
    text: messages.play.slideTo({ cell: cellName(view.state.board.type, from) }),
    selected: from,
    cells,
    buttons,
    glows: [],
    previous: firstPrompt,
    explainClick: () => ({ advice: messages.play.noSlideThere, rule: "R112" }),
  };
}

/** Completes a slide: at once when only one move fits, else by further prompts. */
function chooseSlide(
  view: PositionView,
  candidates: readonly Slide[],
  previous: () => Prompt,
): () => PromptResult {
  if (candidates.length === 1) return completeWith(firstOf(candidates));
  if (firstOf(candidates).recoveryMode !== "line")
    return continueWith(() => extractionPrompt(candidates, previous));
  const lines = [...groupBy(candidates, (slide) => lineKey(slide.line ?? [])).values()].map((own) =>
    toLineChoice(own, previous),
  );
  const only = lines.length === 1 ? firstOf(lines) : null;
  if (only?.collapseAll && only.segments.length === 0) return only.collapseAll;
  return continueWith(() => lineChoicePrompt(view, lines, previous));
}

function toLineChoice(candidates: readonly Slide[], previous: () => Prompt): LineChoice {
  const paid = candidates.filter((slide) => slide.recoveryOption === 1);
  return {
    cells: firstOf(candidates).line?.map(keyOf) ?? [],
    cost: messages.play.costBuried,
    collapseAll:
      paid.length === 0
        ? null
        : paid.length === 1
          ? completeWith(firstOf(paid))
          : continueWith(() => extractionPrompt(paid, previous)),
    segments: candidates
      .filter((slide) => slide.recoveryOption === 2)
      .map((slide) => ({ cells: slide.collapse?.map(keyOf) ?? [], choose: completeWith(slide) })),
  };
}

function extractionPrompt(candidates: readonly Slide[], previous: () => Prompt): Prompt {
  const cells = new Map<Key, CellChoice>();
  for (const slide of candidates) {
    if (!slide.extractionStack) continue;
    const cell = keyOf(slide.extractionStack);
    const glow = { cells: [cell], seat: slide.player, text: messages.play.pays({ rings: 1 }) };
    cells.set(cell, { mark: "actor", rings: 1, glow, choose: completeWith(slide) });
  }
  return {
    text: messages.play.extract,
    selected: keyOf(firstOf(candidates).to),
    cells,
    buttons: [],
    glows: [{ cells: [...cells.keys()] }],
    previous,
    explainClick: () => ({ advice: messages.play.payRecovery, rule: "R113" }),
  };
}
