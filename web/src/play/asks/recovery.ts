// Recovery [R110-R115]: a marker, where it slides, how its line is settled and which buried ring pays.

import type { Sight } from "../../engine/engine";
import type { Key, Move } from "../../rules/wire";
import { words } from "../../strings";
import {
  type Answer,
  type Asking,
  asking,
  first,
  grouped,
  moving,
  type Next,
  type Option,
} from "../asking";
import { keyOf, nameOf } from "../cells";
import { askLine, type Line, lineKey } from "./lines";

type Slide = Extract<Move, { type: "recovery_slide" }>;

export function askRecovery(sight: Sight, moves: readonly Move[]): Asking {
  const slides = moves.filter((move): move is Slide => move.type === "recovery_slide");
  const skip = moves.find((move) => move.type === "skip_recovery");
  const options: Option[] = skip
    ? [{ id: "skip", label: words.play.noRecovery, look: "pass", next: moving(skip) }]
    : [];
  return askMarker(sight, slides, options);
}

function askMarker(sight: Sight, slides: readonly Slide[], options: readonly Option[]): Asking {
  const answers = new Map<Key, Answer>();
  for (const [from, own] of grouped(slides, (slide) => keyOf(slide.from)))
    answers.set(from, { look: "stack", next: asking(() => askWhere(sight, own, slides, options)) });
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
  sight: Sight,
  own: readonly Slide[],
  slides: readonly Slide[],
  options: readonly Option[],
): Asking {
  const from = keyOf(first(own).from);
  const root = () => askMarker(sight, slides, options);
  const here = () => askWhere(sight, own, slides, options);
  const answers = new Map<Key, Answer>();
  for (const [other, theirs] of grouped(slides, (slide) => keyOf(slide.from)))
    answers.set(other, {
      look: "quiet",
      next: asking(other === from ? root : () => askWhere(sight, theirs, slides, options)),
    });
  for (const [to, ways] of grouped(own, (slide) => keyOf(slide.to)))
    answers.set(to, {
      look: first(ways).recoveryMode === "stack_strike" ? "stack" : "target",
      glow: first(ways).line
        ? { cells: first(ways).line?.map(keyOf) ?? [], seat: first(ways).player }
        : undefined,
      next: settled(sight, ways, here),
    });
  return {
    prompt: words.play.slideTo(nameOf(sight.state.board.type, from)),
    chosen: from,
    answers,
    options,
    glows: [],
    back: root,
    attempt: () => ({ advice: words.play.notHere, rule: "R112" }),
  };
}

/** How a slide is settled; straight to the move where there is no choice. */
function settled(sight: Sight, ways: readonly Slide[], back: () => Asking): () => Next {
  if (ways.length === 1) return moving(first(ways));
  if (first(ways).recoveryMode !== "line") return asking(() => askExtraction(ways, back));
  const lines = [...grouped(ways, (slide) => lineKey(slide.line ?? [])).values()].map((own) =>
    lineOf(own, back),
  );
  const only = lines.length === 1 ? first(lines) : null;
  if (only?.whole && only.stretches.length === 0) return only.whole;
  return asking(() => askLine(sight, lines, back));
}

function lineOf(ways: readonly Slide[], back: () => Asking): Line {
  const paid = ways.filter((slide) => slide.recoveryOption === 1);
  return {
    cells: first(ways).line?.map(keyOf) ?? [],
    cost: words.play.costBuried,
    whole:
      paid.length === 0
        ? null
        : paid.length === 1
          ? moving(first(paid))
          : asking(() => askExtraction(paid, back)),
    stretches: ways
      .filter((slide) => slide.recoveryOption === 2)
      .map((slide) => ({ cells: slide.collapse?.map(keyOf) ?? [], next: moving(slide) })),
  };
}

function askExtraction(ways: readonly Slide[], back: () => Asking): Asking {
  const answers = new Map<Key, Answer>();
  for (const slide of ways) {
    if (!slide.extractionStack) continue;
    const cell = keyOf(slide.extractionStack);
    const glow = { cells: [cell], seat: slide.player, text: words.play.pays(1) };
    answers.set(cell, { look: "stack", glow, next: moving(slide) });
  }
  return {
    prompt: words.play.extract,
    chosen: keyOf(first(ways).to),
    answers,
    options: [],
    glows: [{ cells: [...answers.keys()] }],
    back,
    attempt: () => ({ advice: words.play.payRecovery, rule: "R113" }),
  };
}
