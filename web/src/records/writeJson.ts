// Writes game records as a line of JSON (docs/reference/records-store.md).

import { stateHash } from "../rules/stateHash";
import type { Move } from "../rules/wire";
import { chainTip } from "./hashChain";
import { formatMark } from "./marks";
import { type AnnotatedMove, exchangeNames, findSwap, type MoveAnnotation } from "./record";
import type { RecordedGame } from "./writeText";

export function writeRecordJson(game: RecordedGame): string {
  const { setup, names, tags = {}, initial, steps, end } = game;
  const { comment = "", marks = [], annotations = [], variations = [] } = game;
  const swap = setup.swap && setup.players === 2;
  const moves = steps.map(({ move }) => move);
  const swappedAt = findSwap(moves);
  const byFirstSeat = Array.from({ length: setup.players }, (_, at) => names[at] ?? "");
  const heading = { setup: { ...setup, swap }, names: byFirstSeat, tags, initial };
  const row = {
    format: "ringrift-record",
    version: 1,
    board: setup.board,
    players: setup.players,
    edition: setup.edition,
    swap,
    initial: initial && { ...initial, moveHistory: undefined },
    names: exchangeNames(byFirstSeat, swappedAt),
    tags,
    ...(swappedAt === null ? {} : { swapped: swappedAt }),
    comment,
    ...(marks.length > 0 ? { marks: marks.map(formatMark) } : {}),
    moves: moves.map((move, at) => writeMove(move, at + 1, annotations[at], variations[at] ?? [])),
    result:
      end.winner === null
        ? null
        : { winner: end.winner, reason: end.victoryReason, ranking: end.ranking },
    finalHash: stateHash(end),
    chain: chainTip(heading, moves, end),
    signature: null,
  };
  return `${JSON.stringify(row)}\n`;
}

function writeMove(
  move: Move,
  moveNumber: number,
  annotation: MoveAnnotation | undefined,
  variations: readonly (readonly AnnotatedMove[])[],
): object {
  const lines = variations.map((line) =>
    line.map((each, at) => writeMove(each.move, moveNumber + at, each.annotation, each.variations)),
  );
  return {
    ...move,
    moveNumber,
    ...remarks(annotation),
    ...(lines.length > 0 ? { variations: lines } : {}),
  };
}

function remarks(annotation: MoveAnnotation | undefined): object {
  if (!annotation) return {};
  const { timestamp, thinkTimeMs, comment, marks } = annotation;
  return {
    ...(timestamp === null ? {} : { timestamp }),
    ...(thinkTimeMs === null ? {} : { thinkTimeMs }),
    ...(comment === "" ? {} : { comment }),
    ...(marks.length > 0 ? { marks: marks.map(formatMark) } : {}),
  };
}
