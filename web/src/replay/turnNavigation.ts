// Where stepping through a game stops: at the start of each turn, or before each decision.

import type { Step } from "../engine/engine";
import { choicePoints } from "../play/history";
import type { NavigationStep } from "../play/useNavigationKeys";
import type { PlayedTurn } from "./judgedTurns";

/** The steps made when each turn is to be played, and the end of the game. */
export function turnStops(turns: readonly PlayedTurn[], length: number): number[] {
  return [...turns.map(({ from }) => from), length];
}

/** The index of the turn to be played after `at` steps; the number of turns at the end. */
export function turnIndexAt(turns: readonly PlayedTurn[], at: number): number {
  const found = turns.findIndex(({ to }) => at < to);
  return found < 0 ? turns.length : found;
}

/** The first turn of this number, as links name it; null if there is none. */
export function findTurn(turns: readonly PlayedTurn[], number: number): PlayedTurn | null {
  return turns.find((turn) => turn.number === number) ?? null;
}

export function navigate(
  steps: readonly Step[],
  turns: readonly PlayedTurn[],
  at: number,
  step: NavigationStep,
  single: boolean,
): number {
  if (step === "start") return 0;
  if (step === "end") return steps.length;
  const stops = single ? choicePoints({ steps: [...steps] }) : turnStops(turns, steps.length);
  const found =
    step === "back" ? stops.findLast((stop) => stop < at) : stops.find((stop) => stop > at);
  return found ?? (step === "back" ? 0 : steps.length);
}
