// Writes game records in text (docs/reference/game-record.md).

import { stateHash } from "../rules/stateHash";
import type { Move, Setup, State } from "../rules/wire";
import { chainTip } from "./hashChain";
import { formatMark, type Mark } from "./marks";
import { formatPosition } from "./positionString";
import { type AnnotatedMove, exchangeNames, findSwap, type MoveAnnotation } from "./record";

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
  /** On the whole game. */
  comment?: string;
  /** On the board before the first move. */
  marks?: readonly Mark[];
  /** Of each step; none by default. */
  annotations?: readonly MoveAnnotation[];
  variations?: readonly (readonly AnnotatedMove[][])[];
}

export function writeRecord(game: RecordedGame): string {
  const { setup, names, tags = {}, initial, steps, end } = game;
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
  return [...top, "", ...formatTurns(game), result, ""].join("\n");
}

function paddedNames(names: readonly string[], players: number): string[] {
  return Array.from({ length: players }, (_, at) => names[at] ?? "");
}

/** One line per turn, wrapped and indented. */
function formatTurns(game: RecordedGame): string[] {
  const { initial, steps, comment = "", marks = [], annotations = [], variations = [] } = game;
  const before = [...markWords(marks), ...commentWords(comment)];
  const turns: { number: number; words: string[] }[] = [];
  let number = initial?.turnNumber ?? 1;
  for (const [at, { notation, view }] of steps.entries()) {
    let last = turns.at(-1);
    if (last?.number !== number) {
      last = { number, words: [`${number}.`] };
      turns.push(last);
    }
    last.words.push(notation, ...remarkWords(annotations[at]));
    for (const variation of variations[at] ?? []) last.words.push(...variationWords(variation));
    number = view.state.turnNumber;
  }
  return [before, ...turns.map(({ words }) => words)].flatMap((words) =>
    words.length > 0 ? wrap(words) : [],
  );
}

/** A variation in round brackets. */
function variationWords(variation: readonly AnnotatedMove[]): string[] {
  const words: string[] = [];
  let turn: number | null = null;
  for (const each of variation) {
    if (each.turn !== turn) words.push(`${each.turn}.`);
    turn = each.turn;
    words.push(each.notation, ...remarkWords(each.annotation));
    for (const nested of each.variations) words.push(...variationWords(nested));
  }
  words[0] = `(${words[0]}`;
  words.push(`${words.pop()})`);
  return words;
}

function remarkWords(annotation: MoveAnnotation | undefined): string[] {
  if (!annotation) return [];
  const { comment, marks, thinkTimeMs, timestamp } = annotation;
  const times = [
    ...(timestamp === null ? [] : ["%at", timestamp]),
    ...(thinkTimeMs === null ? [] : ["%think", String(thinkTimeMs)]),
  ];
  return [
    ...(times.length > 0 ? [`{${times.join(" ")}}`] : []),
    ...markWords(marks),
    ...commentWords(comment),
  ];
}

function markWords(marks: readonly Mark[]): string[] {
  return marks.length > 0 ? `{%marks ${marks.map(formatMark).join(" ")}}`.split(" ") : [];
}

/** The words of a comment in braces; a leading % is escaped, as it marks a remark. */
function commentWords(comment: string): string[] {
  if (comment === "") return [];
  const escaped = comment.replace(/[\\}]/g, "\\$&").replace(/^%/, "\\%");
  return `{${escaped}}`.split(" ");
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
