// Digests that engines compare: of states and of sets of moves (wire.md "State hash") [R190].

import { sha256 } from "./sha256";
import type { Move, State } from "./wire";

const HASH_DIGITS = 16;

/** The canonical JSON of a value: keys sorted, no spaces. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = value as Record<string, unknown>;
  const written = Object.keys(members)
    .filter((name) => members[name] !== undefined)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalJson(members[name])}`);
  return `{${written.join(",")}}`;
}

export function digest(value: unknown): string {
  return sha256(canonicalJson(value)).slice(0, HASH_DIGITS);
}

/** Equal states have equal hashes in every engine; the history does not count. */
export function stateHash(state: State): string {
  return digest({ ...state, moveHistory: undefined });
}

/** The digest of a set of moves, in any order. */
export function movesDigest(moves: readonly Move[]): string {
  return digest(moves.map(canonicalJson).sort());
}
