// A rough estimate: length without runs of neighbouring characters, and without the name.

export const STRENGTHS = ["short", "weak", "fair", "strong"] as const;
export type Strength = (typeof STRENGTHS)[number];

export const MIN_PASSWORD_LENGTH = 12;
export const MAX_PASSWORD_LENGTH = 128;

const MIN_DISTINCT = 5;
const MIN_UNRELATED = 8;
const STRONG_UNRELATED = 16;
const ROWS = ["abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm"];

export function estimateStrength(password: string, name: string): Strength {
  if ([...password].length < MIN_PASSWORD_LENGTH) return "short";
  const known = name.trim().toLowerCase();
  const folded = password.toLowerCase().replaceAll(known || "\0", "");
  const characters = [...folded];
  const unrelated = characters.filter((each, i) => !areNeighbours(characters[i - 1], each)).length;
  if (new Set(characters).size < MIN_DISTINCT || unrelated < MIN_UNRELATED) return "weak";
  return unrelated < STRONG_UNRELATED ? "fair" : "strong";
}

function areNeighbours(one: string | undefined, other: string): boolean {
  if (one === undefined) return false;
  const near = (row: string) => row.includes(one + other) || row.includes(other + one);
  return one === other || ROWS.some(near);
}
