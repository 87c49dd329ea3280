// A played turn and a better one as arrows on the board.

import type { Arrow } from "../board/types";
import type { Step } from "../engine/engine";
import { moveArrow } from "../play/moveArrow";
import type { JudgedTurn } from "./judgedTurns";

/** The played turn, and the better one if the played turn was a mistake. */
export function turnArrows(played: readonly Step[], judged: JudgedTurn | undefined): Arrow[] {
  const better = judged?.mark ? arrowsOf(judged.better, "better") : [];
  return [...arrowsOf(played, "played"), ...better];
}

/** Placements are drawn only where nothing moves: the movement starts on their cell. */
function arrowsOf(steps: readonly Step[], tone: "played" | "better"): Arrow[] {
  const chosen = steps.filter(({ bookkeeping }) => !bookkeeping).map(({ move }) => move);
  const moving = chosen.filter((move) => "from" in move);
  const shown = moving.length > 0 ? moving : chosen;
  return shown.flatMap((move) => {
    const arrow = moveArrow(move);
    return arrow ? [{ ...arrow, tone }] : [];
  });
}
