// Writes game records as a line of JSON (docs/reference/records-store.md).

import { stateHash } from "../rules/stateHash";
import { chainTip } from "./hashChain";
import { exchangeNames, findSwap, type MoveAnnotation } from "./record";
import type { RecordedGame } from "./writeText";

export function writeRecordJson(
  { setup, names, tags = {}, initial, steps, end }: RecordedGame,
  annotations: readonly MoveAnnotation[] = [],
): string {
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
    comment: "",
    moves: moves.map((move, at) => ({
      ...move,
      moveNumber: at + 1,
      ...remarks(annotations[at]),
    })),
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

function remarks(annotation: MoveAnnotation | undefined): Record<string, string | number> {
  if (!annotation) return {};
  const { timestamp, thinkTimeMs, comment } = annotation;
  return {
    ...(timestamp === null ? {} : { timestamp }),
    ...(thinkTimeMs === null ? {} : { thinkTimeMs }),
    ...(comment === "" ? {} : { comment }),
  };
}
