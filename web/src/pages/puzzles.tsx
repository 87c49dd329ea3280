// Puzzles: today's, a stream at your strength, by theme, and a streak.

export { PuzzlesPage as default } from "../puzzles/PuzzlesPage";
