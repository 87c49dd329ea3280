// Writes game records in text (docs/reference/game-record.md).

import { stateHash } from "../rules/stateHash";
import type { Move, Setup, State } from "../rules/wire";
import { chainTip } from "./hashChain";
import { formatPosition } from "./positionString";
import { exchangeNames, findSwap } from "./record";

const MAX_LINE_LENGTH = 100;

/** A game to write down. */
export interface RecordedGame {
  setup: Setup;
  /** By first seat. */
  names: readonly string[];
  tags?: Record<string, string>;
  /** The start position, if the board was not empty. */
  initial: State | null;
  steps: readonly { move: Move; notation: string; view: { state: State } }[];
  /** The last state, with the host's result if there is one. */
  end: State;
}

export function writeRecord({
  setup,
  names,
  tags = {},
  initial,
  steps,
  end,
}: RecordedGame): string {
  const result = end.winner === null ? "*" : `${end.winner}+${end.victoryReason}`;
  const swap = setup.swap && setup.players === 2;
  const moves = steps.map(({ move }) => move);
  const swappedAt = findSwap(moves);
  const byFirstSeat = paddedNames(names, setup.players);
  const named = exchangeNames(byFirstSeat, swappedAt).flatMap((name, at): [string, string][] =>
    name ? [[`Player${at + 1}`, name]] : [],
  );
  const ranks = [...(end.ranking ?? [])].sort(
    (one, other) => one.playerNumber - other.playerNumber,
  );
  const heading = {
    setup: { ...setup, swap },
    names: byFirstSeat,
    tags,
    initial,
  };
  const headers: [string, string][] = [
    ["RingRift", "1"],
    ["Board", setup.board],
    ["Players", String(setup.players)],
    ["Edition", setup.edition],
    ["Swap", swap ? "on" : "off"],
    ...(initial ? [["Position", formatPosition(initial)] as [string, string]] : []),
    ...named,
    ...(swappedAt === null ? [] : [["Swapped", String(swappedAt)] as [string, string]]),
    ...Object.entries(tags),
    ["Result", result],
    ...(ranks.length > 0
      ? [["Ranking", ranks.map(({ rank }) => rank).join(" ")] as [string, string]]
      : []),
    ["Moves", String(steps.length)],
    ["FinalHash", stateHash(end)],
    ["Chain", chainTip(heading, moves, end)],
  ];
  const top = headers.map(([name, value]) => `[${name} "${value.replace(/["\\]/g, "\\$&")}"]`);
  return [...top, "", ...formatTurns(initial, steps), result, ""].join("\n");
}

function paddedNames(names: readonly string[], players: number): string[] {
  return Array.from({ length: players }, (_, at) => names[at] ?? "");
}

/** One line per turn, wrapped and indented. */
function formatTurns(initial: State | null, steps: RecordedGame["steps"]): string[] {
  const turns: { number: number; moves: string[] }[] = [];
  let number = initial?.turnNumber ?? 1;
  for (const { notation, view } of steps) {
    const last = turns.at(-1);
    if (last?.number === number) last.moves.push(notation);
    else turns.push({ number, moves: [notation] });
    number = view.state.turnNumber;
  }
  return turns.flatMap((turn) => wrap([`${turn.number}.`, ...turn.moves]));
}

function wrap(words: readonly string[]): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of words) {
    if (line !== "" && line.length + 1 + word.length > MAX_LINE_LENGTH) {
      lines.push(line);
      line = `  ${word}`;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}
