// Regions [R140-R145]: pointing at one shows all that collapses and what it costs.

import type { Glow } from "../../board/types";
import type { PositionView } from "../../engine/engine";
import type { Key, Move } from "../../rules/wire";
import { words } from "../../strings";
import { keyOf, nameOf } from "../cells";
import {
  type ButtonChoice,
  type CellChoice,
  firstOf,
  type IllegalAttempt,
  type Prompt,
  toMove,
  toPrompt,
} from "../prompt";
import { regionCost, regionGain } from "./costs";

interface Region {
  move: Move;
  cells: Key[];
  glow: Glow & { text: string };
}

export function askRegions(view: PositionView, moves: readonly Move[]): Prompt {
  const regions = moves.flatMap((move) =>
    move.type === "process_territory_region" ? [regionOf(view, move)] : [],
  );
  const skip = moves.find((move) => move.type === "skip_territory_processing");
  const label = regions.length > 1 ? words.play.leaveRegions : words.play.leaveRegion;
  const options: ButtonChoice[] = skip
    ? [{ id: "skip", label, look: "pass", next: toMove(skip) }]
    : [];
  return askRegion(view, regions, options);
}

function regionOf(
  view: PositionView,
  move: Extract<Move, { type: "process_territory_region" }>,
): Region {
  const cells = move.region.map(keyOf);
  const gain = regionGain(view.state, cells, move.borderPlayer);
  const text = words.play.regionGain(gain.cells.length, gain.rings, regionCost(view.state));
  return { move, cells, glow: { cells: gain.cells, seat: move.player, text } };
}

function askRegion(
  view: PositionView,
  regions: readonly Region[],
  options: readonly ButtonChoice[],
): Prompt {
  const answers = new Map<Key, CellChoice>();
  for (const cell of new Set(regions.flatMap((region) => region.cells))) {
    const around = regions.filter((region) => region.cells.includes(cell));
    const back = () => askRegion(view, regions, options);
    answers.set(cell, {
      look: view.state.board.stacks[cell] ? "stack" : "target",
      glow:
        around.length === 1
          ? firstOf(around).glow
          : { cells: around.flatMap((region) => region.glow.cells) },
      next:
        around.length === 1
          ? toMove(firstOf(around).move)
          : toPrompt(() => askWhichRegion(view, around, options, back)),
    });
  }
  return {
    prompt: words.play.chooseRegion,
    chosen: null,
    answers,
    options,
    glows: regions.map((region) =>
      regions.length === 1 ? region.glow : { ...region.glow, text: undefined },
    ),
    attempt: notInARegion,
  };
}

/** Regions that overlap in the cell that was clicked. */
function askWhichRegion(
  view: PositionView,
  regions: readonly Region[],
  options: readonly ButtonChoice[],
  back: () => Prompt,
): Prompt {
  const choices = regions.map(
    (region, i): ButtonChoice => ({
      id: `region-${i}`,
      label: words.play.region(
        nameOf(view.state.board.type, firstOf(region.cells)),
        region.glow.text,
      ),
      look: "lead",
      glow: region.glow,
      next: toMove(region.move),
    }),
  );
  const answers = new Map<Key, CellChoice>();
  for (const region of regions)
    for (const cell of region.cells)
      if (regions.filter((other) => other.cells.includes(cell)).length === 1)
        answers.set(cell, { look: "target", glow: region.glow, next: toMove(region.move) });
  return {
    prompt: words.play.whichRegion,
    chosen: null,
    answers,
    options: [...choices, ...options],
    glows: [],
    back,
    attempt: notInARegion,
  };
}

const notInARegion = (): IllegalAttempt => ({ advice: words.play.clickRegion, rule: "R140" });
