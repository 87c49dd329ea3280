// Formats a game as a text record (docs/reference/game-record.md).

import type { PositionView, Step } from "../engine/engine";
import { exchangeNames, findSwap } from "../records/record";
import type { Setup } from "../rules/wire";

export interface RecordedGame {
  setup: Setup;
  /** By first seat. */
  names: readonly string[];
  /** The start position; null for a new game. */
  position: string | null;
  start: PositionView;
  steps: readonly Step[];
}

export function formatRecord({ setup, names, position, start, steps }: RecordedGame): string {
  const result = resultTag(steps.at(-1)?.view ?? start);
  const swappedAt = findSwap(steps.map(({ move }) => move));
  const holders = exchangeNames(names, swappedAt);
  const headers: [string, string][] = [
    ["RingRift", "1"],
    ["Board", setup.board],
    ["Players", String(setup.players)],
    ["Edition", setup.edition],
    ["Swap", setup.swap && setup.players === 2 ? "on" : "off"],
    ...(position === null ? [] : ([["Position", position]] as [string, string][])),
    ...holders.flatMap((name, i): [string, string][] => (name ? [[`Player${i + 1}`, name]] : [])),
    ...(swappedAt === null ? [] : ([["Swapped", String(swappedAt)]] as [string, string][])),
    ["Result", result],
  ];
  const headerLines = headers.map(
    ([name, value]) => `[${name} "${value.replaceAll(/["\\]/g, "\\$&")}"]`,
  );
  return `${headerLines.join("\n")}\n\n${moveLines(start, steps).join("\n")}\n${result}\n`;
}

/** One numbered line per turn, bookkeeping moves included. */
function moveLines(start: PositionView, steps: readonly Step[]): string[] {
  const found: string[][] = [];
  let before = start.state.turnNumber;
  let turn = 0;
  for (const step of steps) {
    if (before !== turn || found.length === 0) found.push([`${before}.`]);
    found.at(-1)?.push(step.notation);
    turn = before;
    before = step.view.state.turnNumber;
  }
  return found.map((line) => line.join(" "));
}

function resultTag({ state: { winner, victoryReason } }: PositionView): string {
  return winner === null ? "*" : `${winner}+${victoryReason}`;
}
