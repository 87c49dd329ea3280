// The hash chain of a record: editing, dropping, adding or reordering a move changes the tip.

import { sha256 } from "../rules/sha256";
import { canonicalJson } from "../rules/stateHash";
import type { Move, State } from "../rules/wire";
import type { Heading } from "./record";

const ZEROS = "0".repeat(64);

/** The last link of the chain: heading, moves and, if the game is over, the outcome. */
export function chainTip(heading: Heading, moves: readonly Move[], end: State): string {
  const { board, edition, players, swap } = heading.setup;
  const { initial, names, tags } = heading;
  const first = {
    format: "ringrift-record",
    version: 1,
    board,
    edition,
    players,
    swap,
    initial: initial && { ...initial, moveHistory: undefined },
    names,
    tags,
  };
  const last = { winner: end.winner, reason: end.victoryReason, ranking: end.ranking };
  const parts: unknown[] = [first, ...moves, ...(end.winner === null ? [] : [last])];
  return parts.reduce<string>((link, part) => sha256(`${link}\n${canonicalJson(part)}`), ZEROS);
}
