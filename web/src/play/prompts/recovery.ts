// Recovery [R110-R115]: a marker, where it slides, how its line is settled and which buried ring pays.

import type { PositionView } from "../../engine/engine";
import type { Key, Move } from "../../rules/wire";
import { words } from "../../strings";
import { keyOf, nameOf } from "../cells";
import {
  type ButtonChoice,
  type CellChoice,
  firstOf,
  groupBy,
  type Next,
  type Prompt,
  toMove,
  toPrompt,
} from "../prompt";
import { askLine, type Line, lineKey } from "./lines";

type Slide = Extract<Move, { type: "recovery_slide" }>;

export function askRecovery(view: PositionView, moves: readonly Move[]): Prompt {
  const slides = moves.filter((move): move is Slide => move.type === "recovery_slide");
  const skip = moves.find((move) => move.type === "skip_recovery");
  const options: ButtonChoice[] = skip
    ? [{ id: "skip", label: words.play.noRecovery, look: "pass", next: toMove(skip) }]
    : [];
  return askMarker(view, slides, options);
}

function askMarker(
  view: PositionView,
  slides: readonly Slide[],
  options: readonly ButtonChoice[],
): Prompt {
  const answers = new Map<Key, CellChoice>();
  for (const [from, own] of groupBy(slides, (slide) => keyOf(slide.from)))
    answers.set(from, {
      look: "stack",
      next: toPrompt(() => askWhere(view, own, slides, options)),
    });
  return {
    prompt: words.play.chooseSlide,
    chosen: null,
    answers,
    options,
    glows: [],
    attempt: () => ({ advice: words.play.clickMarker, rule: "R111" }),
  };
}

function askWhere(
  view: PositionView,
  own: readonly Slide[],
  slides: readonly Slide[],
  options: readonly ButtonChoice[],
): Prompt {
  const from = keyOf(firstOf(own).from);
  const root = () => askMarker(view, slides, options);
  const here = () => askWhere(view, own, slides, options);
  const answers = new Map<Key, CellChoice>();
  for (const [other, theirs] of groupBy(slides, (slide) => keyOf(slide.from)))
    answers.set(other, {
      look: "quiet",
      next: toPrompt(other === from ? root : () => askWhere(view, theirs, slides, options)),
    });
  for (const [to, ways] of groupBy(own, (slide) => keyOf(slide.to)))
    answers.set(to, {
      look: firstOf(ways).recoveryMode === "stack_strike" ? "stack" : "target",
      glow: firstOf(ways).line
        ? { cells: firstOf(ways).line?.map(keyOf) ?? [], seat: firstOf(ways).player }
        : undefined,
      next: settled(view, ways, here),
    });
  return {
    prompt: words.play.slideTo(nameOf(view.state.board.type, from)),
    chosen: from,
    answers,
    options,
    glows: [],
    back: root,
    attempt: () => ({ advice: words.play.notHere, rule: "R112" }),
  };
}

/** How a slide is settled; straight to the move where there is no choice. */
function settled(view: PositionView, ways: readonly Slide[], back: () => Prompt): () => Next {
  if (ways.length === 1) return toMove(firstOf(ways));
  if (firstOf(ways).recoveryMode !== "line") return toPrompt(() => askExtraction(ways, back));
  const lines = [...groupBy(ways, (slide) => lineKey(slide.line ?? [])).values()].map((own) =>
    lineOf(own, back),
  );
  const only = lines.length === 1 ? firstOf(lines) : null;
  if (only?.whole && only.stretches.length === 0) return only.whole;
  return toPrompt(() => askLine(view, lines, back));
}

function lineOf(ways: readonly Slide[], back: () => Prompt): Line {
  const paid = ways.filter((slide) => slide.recoveryOption === 1);
  return {
    cells: firstOf(ways).line?.map(keyOf) ?? [],
    cost: words.play.costBuried,
    whole:
      paid.length === 0
        ? null
        : paid.length === 1
          ? toMove(firstOf(paid))
          : toPrompt(() => askExtraction(paid, back)),
    stretches: ways
      .filter((slide) => slide.recoveryOption === 2)
      .map((slide) => ({ cells: slide.collapse?.map(keyOf) ?? [], next: toMove(slide) })),
  };
}

function askExtraction(ways: readonly Slide[], back: () => Prompt): Prompt {
  const answers = new Map<Key, CellChoice>();
  for (const slide of ways) {
    if (!slide.extractionStack) continue;
    const cell = keyOf(slide.extractionStack);
    const glow = { cells: [cell], seat: slide.player, text: words.play.pays(1) };
    answers.set(cell, { look: "stack", glow, next: toMove(slide) });
  }
  return {
    prompt: words.play.extract,
    chosen: keyOf(firstOf(ways).to),
    answers,
    options: [],
    glows: [{ cells: [...answers.keys()] }],
    back,
    attempt: () => ({ advice: words.play.payRecovery, rule: "R113" }),
  };
}
