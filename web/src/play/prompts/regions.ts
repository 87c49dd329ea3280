// Territory regions [R140-R145]. Hovering a region shows what collapses and what it costs.

import type { PositionView } from "../../engine/engine";
import { messages } from "../../messages";
import type { Key, Move } from "../../rules/wire";
import { keyOf } from "../cells";
import {
  type ButtonChoice,
  type CellChoice,
  completeWith,
  continueWith,
  describeGain,
  firstOf,
  type Glow,
  type IllegalAttempt,
  type Prompt,
} from "../prompt";
import { areaName } from "../story/storyText";
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
  const text = messages.play.regionGain({ cells: gain.cells.length, rings: gain.rings });
  const cost = regionCost(view.state);
  return { move, cells, glow: { cells: gain.cells, seat: move.player, text, cost } };
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
      mark: view.state.board.stacks[cell] ? "actor" : "target",
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
    text: regions.length === 1 ? messages.play.takeOneRegion : messages.play.chooseRegion,
    detail: messages.play.detail.region,
    selected: null,
    cells,
    buttons: [...takeButtons(view, regions), ...buttons],
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
  const choices = takeButtons(view, regions);
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

/** One region needs no name; several are told apart by area and gain. */
function takeButtons(view: PositionView, regions: readonly RegionChoice[]): ButtonChoice[] {
  return regions.map((region, i) => ({
    id: `region-${i}`,
    label:
      regions.length === 1
        ? messages.play.takeRegion
        : messages.play.region({
            area: areaName(view.state.board.type, region.glow.cells),
            gain: describeGain(region.glow),
          }),
    style: "lead",
    glow: region.glow,
    choose: completeWith(region.move),
  }));
}

const clickOffRegion = (): IllegalAttempt => ({ advice: messages.play.clickRegion, rule: "R140" });
