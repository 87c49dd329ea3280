// The solvers' rating for guests: Glicko, with each puzzle as an opponent of fixed strength. The
// server rates accounts by src/ringrift/puzzles/rating.py; both are checked against one file.

export interface PuzzleRating {
  rating: number;
  deviation: number;
}

export const START: PuzzleRating = { rating: 1200, deviation: 350 };

const MIN_DEVIATION = 60;
const PUZZLE_DEVIATION = 80;
const MIN_RATING = 100;
const MAX_RATING = 3000;
const Q = Math.log(10) / 400;

export function rate(solver: PuzzleRating, puzzle: number, solved: boolean): PuzzleRating {
  const weight = 1 / Math.sqrt(1 + 3 * ((Q * PUZZLE_DEVIATION) / Math.PI) ** 2);
  const expected = 1 / (1 + 10 ** ((-weight * (solver.rating - puzzle)) / 400));
  const information = (Q * weight) ** 2 * expected * (1 - expected);
  const precision = 1 / solver.deviation ** 2 + information;
  const change = (Q / precision) * weight * ((solved ? 1 : 0) - expected);
  return {
    rating: Math.min(MAX_RATING, Math.max(MIN_RATING, solver.rating + change)),
    deviation: Math.max(MIN_DEVIATION, Math.sqrt(1 / precision)),
  };
}
