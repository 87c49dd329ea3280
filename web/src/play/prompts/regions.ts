// Territory regions [R140-R145]. Hovering a region shows what collapses and what it costs.

import type { Glow } from "../../board/types";
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
  type IllegalAttempt,
  type Prompt,
} from "../prompt";
import { computeRegionGain, regionCost } from "./costs";

interface RegionChoice {
  move: Move;
  cells: Key[];
  glow: Glow & { text: string };
}

export function territoryPrompt(view: PositionView, moves: readonly Move[]): Prompt {
  const regions = moves.flatMap((move) =>
    move.type === "process_territory_region" ? [toRegionChoice(view, move)] : [],
  );
  const skip = moves.find((move) => move.type === "skip_territory_processing");
  const label = regions.length > 1 ? messages.play.leaveRegions : messages.play.leaveRegion;
  const skipButtons: ButtonChoice[] = skip
    ? [{ id: "skip", label, style: "pass", choose: completeWith(skip) }]
    : [];
  return regionChoicePrompt(view, regions, skipButtons);
}

function toRegionChoice(
  view: PositionView,
  move: Extract<Move, { type: "process_territory_region" }>,
): RegionChoice {
  const cells = move.region.map(keyOf);
  const gain = computeRegionGain(view.state, cells, move.borderPlayer);
  const text = messages.play.regionGain({
    cells: gain.cells.length,
    rings: gain.rings,
    cost: regionCost(view.state),
  });
  return { move, cells, glow: { cells: gain.cells, seat: move.player, text } };
}

function regionChoicePrompt(
  view: PositionView,
  regions: readonly RegionChoice[],
  buttons: readonly ButtonChoice[],
): Prompt {
  const cells = new Map<Key, CellChoice>();
  for (const cell of new Set(regions.flatMap((region) => region.cells))) {
    const containing = regions.filter((region) => region.cells.includes(cell));
    const thisPrompt = () => regionChoicePrompt(view, regions, buttons);
    cells.set(cell, {
      mark: view.state.board.stacks[cell] ? "stack" : "target",
      glow:
        containing.length === 1
          ? firstOf(containing).glow
          : { cells: containing.flatMap((region) => region.glow.cells) },
      choose:
        containing.length === 1
          ? completeWith(firstOf(containing).move)
          : continueWith(() => overlappingRegionsPrompt(view, containing, buttons, thisPrompt)),
    });
  }
  return {
    text: messages.play.chooseRegion,
    selected: null,
    cells,
    buttons,
    glows: regions.map((region) =>
      regions.length === 1 ? region.glow : { ...region.glow, text: undefined },
    ),
    explainClick: clickOffRegion,
  };
}

/** The clicked cell lies in several regions. */
function overlappingRegionsPrompt(
  view: PositionView,
  regions: readonly RegionChoice[],
  skipButtons: readonly ButtonChoice[],
  previous: () => Prompt,
): Prompt {
  const choices = regions.map(
    (region, i): ButtonChoice => ({
      id: `region-${i}`,
      label: messages.play.region({
        cell: cellName(view.state.board.type, firstOf(region.cells)),
        gain: region.glow.text,
      }),
      style: "lead",
      glow: region.glow,
      choose: completeWith(region.move),
    }),
  );
  const cells = new Map<Key, CellChoice>();
  for (const region of regions)
    for (const cell of region.cells)
      if (regions.filter((other) => other.cells.includes(cell)).length === 1)
        cells.set(cell, { mark: "target", glow: region.glow, choose: completeWith(region.move) });
  return {
    text: messages.play.whichRegion,
    selected: null,
    cells,
    buttons: [...choices, ...skipButtons],
    glows: [],
    previous,
    explainClick: clickOffRegion,
  };
}

const clickOffRegion = (): IllegalAttempt => ({ advice: messages.play.clickRegion, rule: "R140" });
